import type { LinkResult } from "../../lib/catalog/catalog.ts";
import type { Started } from "../../lib/catalog/started.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { Aftermath, type Sight } from "./aftermath.ts";
import type { Call } from "./call.ts";
import { ActivityWatch } from "./debugger/activity-watch.ts";
import type { Attachment } from "./debugger/attachment.ts";
import { isUnavailable } from "./debugger/debugging.ts";
import { keepDrawn } from "./debugger/drawing.ts";
import { keepChooser } from "./debugger/handing-over.ts";
import { unknownRef } from "./debugger/known-refs.ts";
import { forgetAct, untilPersonRests } from "./debugger/person.ts";
import { refuseRuledOutRefs } from "./debugger/ruled-frames.ts";
import { readyFrames } from "./frames.ts";
import type { LiveFrame } from "./in-frames.ts";
import { frameNumber } from "./refs.ts";
import { refuseRuledOutFrames } from "./ruled-out.ts";
import { type LiveTab, requireTab, takeAct } from "./tab-access.ts";
import { requireRef } from "./target.ts";
import type { ToolRealm } from "./tool-realm.ts";

/** Where events are made when they are made in the page. */
export interface DomPlace {
	readonly tabId: number;
	/** Of the first element that the act is aimed at. */
	readonly frame: LiveFrame;
	/** Of all of them, in order. */
	readonly frames: readonly LiveFrame[];
}

/** An act in a tab's page, in the two ways in which it can be done. */
export interface Act<T> {
	/** With trusted input. It calls `begin` when all is ready and before anything happens. */
	byDebugger(attachment: Attachment, begin: () => Promise<void>): Promise<T>;
	/** By events made in the page, where Chrome refuses the debugger; absent when those could not do it. */
	readonly byDom?: ((place: DomPlace, begin: () => Promise<void>) => Promise<T>) | undefined;
	/** The act is the answer to a dialog, which is then in nobody's way. */
	readonly isAnswer?: true;
}

/** The moment of acting: the share is looked at once more, and whether the frames are within reach (`allow` throws). */
export async function begin(tabId: number, call: Call, allow?: () => Promise<void>): Promise<void> {
	await takeAct(tabId, call);
	await allow?.();
	call.isActing = true;
	call.handsOffSince = Date.now();
}

/** The act's own input is over: what the page sees from here on is the person's. */
async function takeHandsOff(attachment: Attachment, call: Call): Promise<void> {
	await forgetAct(attachment);
	call.isPressing = false;
	call.handsOffSince = Date.now();
}

interface Done<T> {
	readonly via: "debugger" | "dom";
	/** What the act itself has to say; undefined when it was cut short. */
	readonly told: T | undefined;
	readonly started: readonly Started[];
}

/** Milliseconds for the rest of an act once the page is being left: it answers nothing until the next one comes. */
const LEAVING_MS = 300;

/** Resolves some time after the page was asked to leave for another. */
async function afterLeaving({ watch }: Sight, call: Call): Promise<undefined> {
	while (!call.isActing || watch.state.leavingFor === undefined) await watch.news(call.left, call);
	await call.pause(LEAVING_MS);
	return undefined;
}

/** The outcome of an act, or undefined where the rest of it cannot be: it opened a dialog, or the page is being left. */
async function unlessCutShort<T>(work: Promise<T>, sight: Sight, call: Call): Promise<T | undefined> {
	const leaving = afterLeaving(sight, call);
	leaving.catch(() => undefined);
	try {
		return await sight.attachment.unlessDialog(Promise.race([work, leaving]));
	} catch (thrown) {
		const wasOpened = call.isActing && thrown instanceof MonkError && thrown.code === "DIALOG_OPEN";
		if (!wasOpened) throw thrown;
		return undefined;
	}
}

/** Runs `work` with the page in sight of the debugger, and its requests for files kept from the person. */
export async function inSight<T>(attachment: Attachment, work: (sight: Sight) => Promise<T>, call: Call): Promise<T> {
	const watch = new ActivityWatch(attachment);
	const stopLoading = (): void => {
		// What the act has led to so far ends with it.
		if (call.isActing) attachment.send("Page.stopLoading").catch(() => undefined);
	};
	call.signal.addEventListener("abort", stopLoading, { once: true });
	// Not awaited: a page behind a dialog does not answer, and what is sent after it comes after it.
	attachment.interceptChoosers(true);
	try {
		const outcome = await work({ attachment, watch });
		await keepChooser(attachment, watch.state.chooser);
		return outcome;
	} finally {
		call.signal.removeEventListener("abort", stopLoading);
		attachment.interceptChoosers(false);
		watch.stop();
	}
}

/** The act found a person at work and waited: what it had made ready by then may no longer be so. */
class Anew extends Error {}

/** What never comes, but fails as `work` does. */
const failureOf = (work: Promise<unknown>): Promise<never> => work.then(() => new Promise<never>(() => undefined));

interface Errand {
	readonly tab: LiveTab;
	/** What the act is aimed at. */
	readonly refs: readonly string[];
	readonly aftermath: Aftermath;
	readonly settleMs: number;
	readonly call: Call;
	readonly realm: ToolRealm;
}

async function requireKnown(attachment: Attachment, { refs, call }: Errand): Promise<void> {
	const unknown = await call.within(unknownRef(attachment, refs));
	if (unknown !== undefined) throw new MonkError("STALE_REF", `${unknown} is no longer in the page`);
}

/** Acts once. Whether a person is at work and whether the refs still hold is asked while the act makes ready. */
async function actOnce<T>(act: Act<T>, sight: Sight, errand: Errand): Promise<T | undefined> {
	const { attachment } = sight;
	const { tab, refs, call } = errand;
	const allow = (): Promise<void> => refuseRuledOutRefs(attachment, refs);
	// Before anything is scrolled to or described.
	await call.within(allow());
	const rests = act.isAnswer ? true : untilPersonRests(attachment, call);
	const known = requireKnown(attachment, errand);
	const press = async (): Promise<void> => {
		const [isAtOnce] = await Promise.all([rests, known]);
		if (!isAtOnce) throw new Anew();
		await begin(tab.id, call, allow);
		call.isPressing = !act.isAnswer;
	};
	// What was found amiss with another element than the one that was shown is of no use to anybody.
	const acted = act.byDebugger(attachment, press).catch(async (thrown: unknown) => {
		await known;
		throw thrown;
	});
	const done = Promise.race([acted, failureOf(Promise.all([rests, known]))]);
	return act.isAnswer ? done : unlessCutShort(done, sight, call);
}

async function actWhenAlone<T>(act: Act<T>, sight: Sight, errand: Errand): Promise<T | undefined> {
	for (;;) {
		try {
			return await actOnce(act, sight, errand);
		} catch (thrown) {
			if (!(thrown instanceof Anew)) throw thrown;
		}
	}
}

const byDebugger = <T>(act: Act<T>, errand: Errand): Promise<Done<T>> => {
	const { tab, aftermath, settleMs, call, realm } = errand;
	const work = async (sight: Sight): Promise<Done<T>> => {
		const { attachment } = sight;
		if (!act.isAnswer) keepDrawn(attachment);
		const told = await actWhenAlone(act, sight, errand).catch((thrown: unknown) => {
			forgetAct(attachment);
			throw thrown;
		});
		// A document does what it is asked in the order asked: it forgets before it tells anything.
		const [, started] = await Promise.all([takeHandsOff(attachment, call), aftermath.outcome(sight, settleMs)]);
		return { via: "debugger", told, started };
	};
	return realm.debugging.use(tab.id, (attachment) => inSight(attachment, work, call));
};

/** Makes sure that the refs still name what was shown. Throws STALE_REF with what is there instead. */
async function requireRefs(tabId: number, refs: readonly string[], call: Call): Promise<readonly LiveFrame[]> {
	const frames: LiveFrame[] = [];
	for (const ref of refs) frames.push(await requireRef(tabId, ref, call));
	return frames;
}

async function carryOut<T>(act: Act<T>, errand: Errand): Promise<Done<T>> {
	const { tab, refs, aftermath, settleMs, call } = errand;
	try {
		return await byDebugger(act, errand);
	} catch (thrown) {
		if (call.isActing) throw thrown;
		// The cause, and the tree that is there instead, come by another way.
		if (thrown instanceof MonkError && thrown.code === "STALE_REF") await requireRefs(tab.id, refs, call);
		if (!isUnavailable(thrown) || act.byDom === undefined) throw thrown;
		const frames = await requireRefs(tab.id, refs, call);
		const [frame] = frames;
		if (frame === undefined) throw thrown;
		const allow = (): Promise<void> => refuseRuledOutFrames(tab.id, frames, call);
		const told = await act.byDom({ tabId: tab.id, frame, frames }, () => begin(tab.id, call, allow));
		return { via: "dom", told, started: await aftermath.outcome(undefined, settleMs) };
	}
}

type Acted = LinkResult<"browser_click">;

/** What an act is aimed at, and how long to wait after it. */
export interface Target {
	readonly tabId: number;
	readonly ref?: string;
	/** Of several elements, instead of `ref`. */
	readonly refs?: readonly string[];
	readonly settleMs?: number;
}

/** Finds what the act is aimed at without the debugger, unless that is there and sees all of the page already. */
async function makeReady<T>(act: Act<T>, { tab, refs, call, realm }: Errand): Promise<void> {
	// A page behind a dialog answers nothing.
	if (act.isAnswer || realm.debugging.isAtHand(tab.id)) return;
	// The content script tells of changes afterwards.
	if (refs.length === 0) await readyFrames(tab.id, call);
	else await requireRefs(tab.id, refs, call);
}

/**
 * Acts in a tab, on the element of a ref or on none: checks the share and the ref, acts by the debugger or else in the
 * page, and waits for what that set going. `told` is what the act itself has to say, undefined when it was cut short by a
 * dialog that it opened or by the page's end.
 */
export async function actIn<T>(
	{ tabId, ref, refs = ref === undefined ? [] : [ref], settleMs = 0 }: Target,
	act: Act<T>,
	call: Call,
	realm: ToolRealm,
): Promise<{ readonly acted: Acted; readonly told: T | undefined }> {
	const tab = await requireTab(tabId, "act", call);
	for (const one of refs) frameNumber(one);
	const aftermath = new Aftermath(tab, call);
	const errand = { tab, refs, aftermath, settleMs, call, realm };
	try {
		await makeReady(act, errand);
		const { via, told, started } = await carryOut(act, errand);
		return { acted: { tabId: tab.id, via, ...(started.length === 0 ? {} : { started: [...started] }) }, told };
	} finally {
		aftermath.stop();
	}
}
