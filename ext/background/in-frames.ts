import { MonkError } from "../../lib/errors/error.ts";
import { atMost, type Call } from "./call.ts";

/** A document that lives in a frame of a tab. */
export interface LiveFrame {
	readonly frameId: number;
	readonly documentId: string;
}

export interface FrameAnswer<R> extends LiveFrame {
	/** Undefined when the script threw, which Chrome does not tell. */
	readonly result: R | undefined;
}

/** All frames of a tab, the top one alone, or the documents named. */
export type Where = "every frame" | "top frame" | readonly string[];

function targetOf(tabId: number, where: Where): chrome.scripting.InjectionTarget {
	if (where === "every frame") return { tabId, allFrames: true };
	return where === "top frame" ? { tabId } : { tabId, documentIds: [...where] };
}

const late = Symbol("late");

/**
 * Runs a function in the content script's world of frames. It is sent as text, so it may use nothing from around it.
 * Chrome waits for a tab that is about to show another document, so `ms` bounds that; throws TIMEOUT, or
 * PAGE_NOT_AUTOMATABLE when Chrome lets nobody in.
 */
export async function runInFrames<A extends unknown[], R>(
	tabId: number,
	where: Where,
	call: Call,
	ms: number,
	func: (...args: A) => R,
	args: A,
): Promise<readonly FrameAnswer<Awaited<R>>[]> {
	const target = targetOf(tabId, where);
	const running = chrome.scripting
		.executeScript({ target, injectImmediately: true, func, args })
		.catch((thrown: unknown) => {
			throw refused(thrown);
		});
	const answers = await call.within(atMost(running, ms, late));
	if (answers === late) throw new MonkError("TIMEOUT", await silenceText(tabId));
	return answers as readonly FrameAnswer<Awaited<R>>[];
}

/**
 * Why a page may not answer. A dialog that stood before the debugger came cannot be told from a busy page: Chrome lists
 * neither.
 */
async function silenceText(tabId: number): Promise<string> {
	const tab = await chrome.tabs.get(tabId).catch(() => undefined);
	return tab?.status === "loading"
		? "the page does not answer: it is still waiting for its server"
		: "the page does not answer: it is busy, or shows a dialog that a person must close";
}

/** Chrome's refusals have no codes, only words. */
export function refused(thrown: unknown): MonkError {
	const words = thrown instanceof Error ? thrown.message : String(thrown);
	if (words.includes("No tab with id")) return new MonkError("TAB_CLOSED", "the tab was closed");
	if (/No document with id|Frame with ID \d+ was removed|No frame with id/i.test(words))
		return new MonkError("STALE_REF", "that frame has shown another page since");
	return new MonkError("PAGE_NOT_AUTOMATABLE", `Chrome lets nobody into this page: ${words}`);
}
