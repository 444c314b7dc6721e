import { isElement, isTag } from "./aria/dom.ts";

let clicks: Event[] = [];

const isDownloadLink = (target: EventTarget): boolean =>
	target instanceof Node &&
	isElement(target) &&
	(isTag(target, "a") || isTag(target, "area")) &&
	target.hasAttribute("download") &&
	target.hasAttribute("href");

const hear = (event: Event): void => {
	if (event.composedPath().some(isDownloadLink)) clicks.push(event);
};

/**
 * Begins to watch for clicks on links that download: Chrome tells of such a download when its server has answered and
 * not before, unlike of anything else that a page asks for.
 */
export function watchDownloadLinks(): void {
	clicks = [];
	addEventListener("click", hear, true);
}

/** Whether one was clicked and no script took the click. Ends the watch. */
export function downloadAsked(): boolean {
	removeEventListener("click", hear, true);
	const isAsked = clicks.some(({ defaultPrevented }) => !defaultPrevented);
	clicks = [];
	return isAsked;
}
