import { MonkError } from "../../lib/errors/error.ts";
import { atMost, type Call } from "./call.ts";
import { dialogError } from "./debugger/attachment.ts";

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

/** Milliseconds before a call's end in which it can still say why a page is silent, rather than only that time is over. */
const TELLING_MS = 250;

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
	const running = isOfShutPage(where)
		? askShut(tabId, where, call, func, args)
		: chrome.scripting
				.executeScript({ target: targetOf(tabId, where), injectImmediately: true, func, args })
				.catch((thrown: unknown): Promise<readonly FrameAnswer<unknown>[]> => {
					if (isShut(thrown) && call.askShutPage) return askShut(tabId, where, call, func, args);
					throw refused(thrown);
				});
	const answers = await call.within(atMost(running, Math.min(ms, Math.max(0, call.left - TELLING_MS)), late));
	if (answers === late) {
		const dialog = call.dialogIn?.(tabId);
		throw dialog ? dialogError(dialog) : silenceError(await chrome.tabs.get(tabId).catch(() => undefined));
	}
	return answers as readonly FrameAnswer<Awaited<R>>[];
}

/** Whether a server stands behind an address. */
const hasServer = (url: string | undefined): boolean => /^(?:https?|blob):/.test(url ?? "");

/**
 * Why a page may not answer. A dialog that stood before the debugger came cannot be told from a busy page: Chrome lists
 * neither. An address that a tab is on its way to is known; that its document came, and waits for a part of itself, is not.
 */
export function silenceText(tab: Pick<chrome.tabs.Tab, "status" | "url" | "pendingUrl"> | undefined): string {
	const silence = "the page does not answer: it is";
	if (tab?.status !== "loading") return `${silence} busy, or shows a dialog that a person must close`;
	if (hasServer(tab.pendingUrl)) return `${silence} still waiting for its server`;
	return hasServer(tab.url)
		? `${silence} still loading: busy, or waiting for its server`
		: `${silence} still loading, and busy or waiting for a part of itself`;
}

/** A dialog that the debugger did not see come is out of reach for it, and time does not close one: the ways out are named. */
function silenceError(tab: chrome.tabs.Tab | undefined): MonkError {
	const hint =
		"If it is busy, try again. If it shows a dialog, a person can close it, or browser_navigate leaves the page.";
	return new MonkError("TIMEOUT", silenceText(tab), tab?.status === "loading" ? undefined : { hint });
}

/** A data: address is a whole document, and any may hold a secret. */
const withoutAddress = (words: string): string => words.replace(/"[^"]*"/g, "it");

/**
 * A page that was opened by a data: address belongs to no site, and an empty one to whoever opened it, us: no permission
 * for sites reaches them.
 */
const isShut = (thrown: unknown): boolean =>
	thrown instanceof Error &&
	/Cannot access contents of (?:the page|url "(?:data|about|chrome-extension):)/i.test(thrown.message);

/** Documents of shut pages are known by names of our own, which Chrome would not understand. */
export const SHUT = "shut:";

const isOfShutPage = (where: Where): boolean => Array.isArray(where) && where.some((id: string) => id.startsWith(SHUT));

async function askShut(
	tabId: number,
	where: Where,
	call: Call,
	func: (...args: never[]) => unknown,
	args: readonly unknown[],
): Promise<readonly FrameAnswer<unknown>[]> {
	// JSON has no undefined, and an argument that is left out is one.
	const list = args.map((arg) => JSON.stringify(arg) ?? "undefined").join(", ");
	const answers = (await call.askShutPage?.(tabId, `(${func})(${list})`, call)) ?? [];
	const wanted = answers.filter(({ documentId }) => !Array.isArray(where) || where.includes(documentId));
	if (wanted.length > 0) return wanted;
	throw new MonkError("STALE_REF", "the tab has shown another page since");
}

/** Chrome's refusals have no codes, only words. */
export function refused(thrown: unknown): MonkError {
	const words = thrown instanceof Error ? thrown.message : String(thrown);
	if (words.includes("No tab with id")) return new MonkError("TAB_CLOSED", "the tab was closed");
	if (/No document with id|Frame with ID \d+ was removed|No frame with id/i.test(words))
		return new MonkError("STALE_REF", "that frame has shown another page since");
	return new MonkError("PAGE_NOT_AUTOMATABLE", `Chrome lets nobody into this page: ${withoutAddress(words)}`);
}
