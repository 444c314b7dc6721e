import { draws } from "./drawing.ts";
import { nextTask } from "./turns.ts";

/** Milliseconds after the last question for which changes are still counted: watching costs the page. */
const FORGET_MS = 1_000;

/** Milliseconds that a frame is waited for: a tab in the background may draw none. */
const FRAME_MS = 25;

/** Frames in which a page that did nothing so far may still begin to; one that did something is done in the next. */
const IDLE_FRAMES = 2;

/** Milliseconds at most for a page that goes on changing by itself: a clock, an animation. */
const RESTLESS_MS = 400;

let count = 0;
let observer: MutationObserver | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** What is typed changes no node. */
const hear = (): void => {
	count++;
};

function forget(): void {
	observer?.disconnect();
	observer = undefined;
	removeEventListener("input", hear, true);
}

/** Begins to count anew how often the document changes. */
export function watchChanges(): void {
	count = 0;
	keepWatching();
}

function keepWatching(): void {
	clearTimeout(timer);
	timer = setTimeout(forget, FORGET_MS);
	if (observer !== undefined) return;
	observer = new MutationObserver((records) => {
		count += records.length;
	});
	addEventListener("input", hear, true);
	observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

/**
 * Resolves when the document has done what it has to do: its tasks so far have run, and it has drawn without a change
 * after that. False for one that goes on and on.
 */
export async function settled(): Promise<boolean> {
	if (observer === undefined) watchChanges();
	else keepWatching();
	const end = performance.now() + RESTLESS_MS;
	await nextTask();
	let left = count > 0 ? 1 : IDLE_FRAMES;
	while (left > 0) {
		if (performance.now() > end) return false;
		const before = count;
		await draws(1, FRAME_MS);
		await nextTask();
		left = count === before ? left - 1 : 1;
	}
	return true;
}
