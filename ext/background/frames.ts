import { atMost, type Call } from "./call.ts";
import { type FrameAnswer, type LiveFrame, refused, runInFrames } from "./in-frames.ts";

/** Milliseconds for a page to say which frames it has. */
const LIST_MS = 6_000;

/** Milliseconds after which the frames are asked one by one, because one that is busy keeps all the others waiting. */
const TOGETHER_MS = 400;

/** Milliseconds for one frame among others to let the content script in. */
const INJECT_MS = 1_500;

const TOP = 0;

/** What all frames are asked when they are listed: one question less for each of them when they answer it. */
export interface Opening<R, A extends unknown[]> {
	/** Sent to the frame as text. False where the content script is missing, true where it has no answer yet. */
	readonly func: (...args: A) => Promise<R | boolean>;
	readonly args: A;
}

/** A frame, and what it answered as it was listed. */
export interface ReadyFrame<R> extends LiveFrame {
	readonly answer?: R;
}

/** Sent to the frame as text. An own property, because an element with that id shows up as one of the window's. */
const isThere = async (): Promise<boolean> => Object.hasOwn(globalThis, "monk");

/**
 * The frames of a tab, each with the content script in it: put there now where it is missing. A frame that is busy is
 * listed all the same, and may lack it.
 */
export async function readyFrames<R = never, A extends unknown[] = []>(
	tabId: number,
	call: Call,
	opening?: Opening<R, A>,
): Promise<readonly ReadyFrame<R>[]> {
	const found: readonly Listed<R>[] = await (opening === undefined
		? listFrames<never, []>(tabId, call, { func: isThere, args: [] })
		: listFrames(tabId, call, opening));
	const missing = found.filter(({ result }) => result === false);
	if (missing.length > 0) await inject(tabId, missing, call);
	return found.map(({ frameId, documentId, result }) => ({
		frameId,
		documentId,
		...(isAnswer(result) ? { answer: result } : {}),
	}));
}

type Listed<R> = FrameAnswer<R | boolean>;

/** Chrome has null for what a script that threw answers. */
const isAnswer = <R>(result: R | boolean | undefined | null): result is R =>
	result !== undefined && result !== null && typeof result !== "boolean";

const none = Symbol("none");

/**
 * Frames come from `executeScript`, because `webNavigation` leaves some out (blob: ones); from that only when one of
 * them keeps the answer waiting.
 */
async function listFrames<R, A extends unknown[]>(
	tabId: number,
	call: Call,
	{ func, args }: Opening<R, A>,
): Promise<readonly Listed<R>[]> {
	const together = runInFrames(tabId, "every frame", call, LIST_MS, func, args);
	const first = await atMost(together, TOGETHER_MS, none);
	if (first !== none) return first;
	const apart = framesApart(tabId, call).then((frames) => frames ?? together);
	return Promise.race([together, apart]);
}

/** Undefined when the top document is the one that does not answer, since nothing can be read then. */
async function framesApart(tabId: number, call: Call): Promise<readonly Listed<never>[] | undefined> {
	const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
	const asked = frames.map(async ({ frameId, documentId }): Promise<Listed<never>> => {
		const answers = await runInFrames(tabId, [documentId], call, TOGETHER_MS, isThere, []).catch(() => []);
		return { frameId, documentId, result: answers[0]?.result };
	});
	const listed = await Promise.all(asked);
	const isTopThere = listed.some(({ frameId, result }) => frameId === TOP && result !== undefined);
	return isTopThere ? listed : undefined;
}

async function inject(tabId: number, frames: readonly LiveFrame[], call: Call): Promise<void> {
	const one = ({ frameId, documentId }: LiveFrame): Promise<unknown> => {
		const target = { tabId, documentIds: [documentId] };
		const injected = chrome.scripting.executeScript({ target, injectImmediately: true, files: ["content.js"] });
		return frameId === TOP ? injected : atMost(injected, INJECT_MS, none);
	};
	const done = await call.within(Promise.allSettled(frames.map(one)));
	// A frame may go meanwhile; only when nothing at all let us in is that the page's answer.
	const [first] = done;
	if (first?.status === "rejected" && done.every(({ status }) => status === "rejected")) throw refused(first.reason);
}

/** Frame id → id of the frame around it, as far as Chrome tells; the content scripts' own marks tell the rest. */
export async function parentFrames(tabId: number): Promise<ReadonlyMap<number, number>> {
	const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
	return new Map(frames.map(({ frameId, parentFrameId }) => [frameId, parentFrameId]));
}
