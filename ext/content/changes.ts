import { nextTask } from "./turns.ts";

/** Milliseconds after the last question for which changes are still counted: watching costs the page. */
const FORGET_MS = 1_000;

let count = 0;
let observer: MutationObserver | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function forget(): void {
	observer?.disconnect();
	observer = undefined;
}

function watch(): void {
	clearTimeout(timer);
	timer = setTimeout(forget, FORGET_MS);
	if (observer !== undefined) return;
	observer = new MutationObserver((records) => {
		count += records.length;
	});
	observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

/** How often the document has changed since somebody began to ask, once the tasks that wait now have run. */
export async function changes(): Promise<number> {
	watch();
	await nextTask();
	return count;
}
