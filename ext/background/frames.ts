import type { Call } from "./call.ts";
import { type LiveFrame, refused, runInFrames } from "./in-frames.ts";

/** Milliseconds for a page to say which frames it has. */
const LIST_MS = 3_000;

/**
 * The frames of a tab, each with the content script in it: put there now where it is missing. Frames come from
 * `executeScript` because `webNavigation` leaves some out (blob: ones).
 */
export async function readyFrames(tabId: number, call: Call): Promise<readonly LiveFrame[]> {
	const found = await runInFrames(tabId, "every frame", call, LIST_MS, isThere, []);
	const missing = found.filter(({ result }) => result !== true);
	if (missing.length > 0) await inject(tabId, missing, call);
	return found.map(({ frameId, documentId }) => ({ frameId, documentId }));
}

/** Sent to the frame as text. An own property, because an element with that id shows up as one of the window's. */
const isThere = (): boolean => Object.hasOwn(globalThis, "monk");

async function inject(tabId: number, frames: readonly LiveFrame[], call: Call): Promise<void> {
	const one = (documentId: string): Promise<unknown> =>
		chrome.scripting.executeScript({
			target: { tabId, documentIds: [documentId] },
			injectImmediately: true,
			files: ["content.js"],
		});
	const done = await call.within(Promise.allSettled(frames.map(({ documentId }) => one(documentId))));
	// A frame may go meanwhile; only when nothing at all let us in is that the page's answer.
	const [first] = done;
	if (first?.status === "rejected" && done.every(({ status }) => status === "rejected")) throw refused(first.reason);
}

/** Frame id → id of the frame around it, as far as Chrome tells; the content scripts' own marks tell the rest. */
export async function parentFrames(tabId: number): Promise<ReadonlyMap<number, number>> {
	const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
	return new Map(frames.map(({ frameId, parentFrameId }) => [frameId, parentFrameId]));
}
