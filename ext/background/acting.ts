import type { LinkResult } from "../../lib/catalog/catalog.ts";
import type { Started } from "../../lib/catalog/started.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { Aftermath, type Sight } from "./aftermath.ts";
import type { Call } from "./call.ts";
import { ActivityWatch } from "./debugger/activity-watch.ts";
import type { Attachment } from "./debugger/attachment.ts";
import { keepChooser } from "./debugger/handing-over.ts";
import { forgetAct, untilPersonRests } from "./debugger/person.ts";
import { readyFrames } from "./frames.ts";
import type { LiveFrame } from "./in-frames.ts";
import { factsOf, spendAct } from "./shares.ts";
import { type LiveTab, requireTab } from "./tab-access.ts";
import { requireRef } from "./target.ts";
import type { ToolRealm } from "./tool-realm.ts";

/** Where events are made when they are made in the page. */
export interface DomPlace {
	readonly tabId: number;
	readonly frame: LiveFrame;
}

/** An act in a tab's page, in the two ways in which it can be done. */
export interface Act<T> {
	/** With trusted input. It calls `begin` when all is ready and before anything happens. */
	byDebugger(attachment: Attachment, begin: () => Promise<void>): Promise<T>;
	/** By events made in the page, where Chrome refuses the debugger; absent when those could not do it. */
	readonly byDom?: ((place: DomPlace) => Promise<T>) | undefined;
	/** The act is the answer to a dialog, which is then in nobody's way. */
	readonly isAnswer?: true;
}

/** The moment of acting: the share is looked at once more, and an act is counted. */
export async function begin(tabId: number, call: Call): Promise<void> {
	const tab = await requireTab(tabId, "act", call);
	await spendAct(factsOf(tab), Date.now());
	call.check();
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

interface Errand {
	readonly tab: LiveTab;
	readonly frame: LiveFrame | undefined;
	readonly aftermath: Aftermath;
	readonly settleMs: number;
	readonly call: Call;
	readonly realm: ToolRealm;
}

const byDebugger = <T>(act: Act<T>, { tab, aftermath, settleMs, call, realm }: Errand): Promise<Done<T>> => {
	const work = async (sight: Sight): Promise<Done<T>> => {
		const { attachment } = sight;
		if (!act.isAnswer) await untilPersonRests(attachment, call);
		const press = async (): Promise<void> => {
			await begin(tab.id, call);
			call.isPressing = !act.isAnswer;
		};
		try {
			const done = act.byDebugger(attachment, press);
			const told = await (act.isAnswer ? done : unlessCutShort(done, sight, call));
			await takeHandsOff(attachment, call);
			return { via: "debugger", told, started: await aftermath.outcome(sight, settleMs) };
		} finally {
			forgetAct(attachment);
		}
	};
	return realm.debugging.use(tab.id, (attachment) => inSight(attachment, work, call));
};

async function carryOut<T>(act: Act<T>, errand: Errand): Promise<Done<T>> {
	const { tab, frame, aftermath, settleMs, call } = errand;
	try {
		return await byDebugger(act, errand);
	} catch (thrown) {
		const isRefused = thrown instanceof MonkError && thrown.code === "DEBUGGER_UNAVAILABLE";
		if (!isRefused || act.byDom === undefined || frame === undefined || call.isActing) throw thrown;
		await begin(tab.id, call);
		const told = await act.byDom({ tabId: tab.id, frame });
		return { via: "dom", told, started: await aftermath.outcome(undefined, settleMs) };
	}
}

type Acted = LinkResult<"browser_click">;

/** What an act is aimed at, and how long to wait after it. */
export interface Target {
	readonly tabId?: number;
	readonly ref?: string;
	readonly settleMs?: number;
}

/**
 * Acts in a tab, on the element of a ref or on none: checks the share and the ref, acts by the debugger or else in the
 * page, and waits for what that set going. `told` is what the act itself has to say, undefined when it was cut short by a
 * dialog that it opened or by the page's end.
 */
export async function actIn<T>(
	{ tabId, ref, settleMs = 0 }: Target,
	act: Act<T>,
	call: Call,
	realm: ToolRealm,
): Promise<{ readonly acted: Acted; readonly told: T | undefined }> {
	const tab = await requireTab(tabId, "act", call);
	// The content script tells of changes afterwards; a page behind a dialog takes none.
	if (ref === undefined && !act.isAnswer) await readyFrames(tab.id, call);
	const frame = ref === undefined ? undefined : await requireRef(tab.id, ref, call);
	const aftermath = new Aftermath(tab, call);
	try {
		const { via, told, started } = await carryOut(act, { tab, frame, aftermath, settleMs, call, realm });
		return { acted: { tabId: tab.id, via, ...(started.length === 0 ? {} : { started: [...started] }) }, told };
	} finally {
		aftermath.stop();
	}
}
