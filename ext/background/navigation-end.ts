import type { Call } from "./call.ts";
import { isEnd, type NavigationEvent, type NavigationWatch } from "./navigation.ts";

/** Milliseconds in which an act's navigation shows itself: the page's own handlers have run when the act returns. */
const START_MS = 80;

/** Milliseconds that an act waits for the page to which it led; after that the page may be read while it loads. */
const LOAD_MS = 8_000;

/** Left of the call's time when waiting for a page ends, so that there is time to answer. */
export const ANSWER_MS = 250;

const began = (event: NavigationEvent): event is NavigationEvent & { kind: "started" | "moved" | "committed" } =>
	event.kind === "started" || event.kind === "moved" || event.kind === "committed";

/**
 * Waits for what an act set going in its tab, and returns the address to which it led, or undefined when it led
 * nowhere. A page that is slow to load is not waited for to the end.
 */
export async function afterAct(watch: NavigationWatch, tabId: number, call: Call): Promise<string | undefined> {
	const first = await watch.until(began, START_MS, call);
	if (first === undefined) return undefined;
	if (first.kind !== "moved") await watch.until(isEnd, Math.max(0, Math.min(LOAD_MS, call.left - ANSWER_MS)), call);
	const arrived = watch.events.some(({ kind }) => kind === "committed" || kind === "moved");
	if (!arrived) return undefined;
	return (await chrome.tabs.get(tabId)).url;
}
