import type { ContentApi } from "../content-api.ts";
import { atMost, type Call } from "./call.ts";

/** Milliseconds for the opener's documents to say whether a person was there. */
const ANSWER_MS = 1_000;

/** Sent to the frame as text. */
const sincePersonHere = (): number | null => (globalThis as { monk?: ContentApi }).monk?.sincePerson() ?? null;

/** Milliseconds since a person did something in any frame of the tab that answers. */
async function sincePerson(tabId: number): Promise<number> {
	const target = { tabId, allFrames: true };
	const asked = chrome.scripting
		.executeScript({ target, injectImmediately: true, func: sincePersonHere })
		.catch(() => []);
	const answers = await atMost(asked, ANSWER_MS, []);
	return Math.min(...answers.map(({ result }) => result ?? Number.POSITIVE_INFINITY));
}

/**
 * The calls whose act opened a tab, of those that act in its opener. While an act's own input is on its way, whatever
 * opens is the act's: nobody can tell a person's click from it. From then on, and all the while of an act that has no
 * input, any input in the opener is a person's, and so are the tabs that open after it: rather one too few is shared.
 * A page that does not answer has taken no click either.
 */
export async function openersOf(calls: readonly Call[], opener: number): Promise<readonly Call[]> {
	// Known before the page is asked: an act may let go meanwhile.
	const pressing = calls.filter(({ isPressing }) => isPressing);
	if (pressing.length > 0 || calls.length === 0) return pressing;
	const ago = await sincePerson(opener);
	const personAt = Date.now() - ago;
	return calls.filter(({ handsOffSince }) => personAt < handsOffSince);
}
