import type { Way } from "../content-api.ts";
import { documentElementOf, elementsAt } from "./aria/dom.ts";
import { type Reading, shownParent } from "./aria/reading.ts";

let lastAt: number | null = null;

/** What has come to rest counts as quiet since long: nothing more of it is to come. */
const LONG_AGO = -60_000;

let ending: AbortController | undefined;

/** Scroll events of elements do not bubble, but they pass the document on their way down. */
export function watchScroll(): void {
	ending?.abort();
	ending = new AbortController();
	lastAt = null;
	const hear = ({ type }: Event): void => {
		lastAt = type === "scrollend" ? LONG_AGO : performance.now();
	};
	for (const type of ["scroll", "scrollend"])
		document.addEventListener(type, hear, { capture: true, signal: ending.signal });
}

export const sinceScroll = (): number | null => (lastAt === null ? null : performance.now() - lastAt);

const scrolls = (overflow: string): boolean => overflow === "auto" || overflow === "scroll";

function canScroll(element: Element): boolean {
	const { overflowX, overflowY } = getComputedStyle(element);
	return (
		(scrolls(overflowY) && element.scrollHeight > element.clientHeight) ||
		(scrolls(overflowX) && element.scrollWidth > element.clientWidth)
	);
}

/** What scrolls at an element, from the innermost out; the page itself comes last. */
function* scrollersAt(element: Element | undefined, reading: Reading): Generator<Element> {
	const page = document.scrollingElement ?? documentElementOf(document);
	for (let around: Element | null | undefined = element; around; around = shownParent(around, reading))
		if (around !== page && canScroll(around)) yield around;
	if (page) yield page;
}

const atMiddle = (): Element | undefined => elementsAt(document, innerWidth / 2, innerHeight / 2)[0];

export function scrollerSize(element: Element | undefined, reading: Reading): { width: number; height: number } {
	const [scroller] = scrollersAt(element ?? atMiddle(), reading);
	// The box of the page's own scroller is the whole page in quirks mode.
	if (scroller === undefined || scroller === document.scrollingElement)
		return { width: innerWidth, height: innerHeight };
	return { width: Math.min(scroller.clientWidth, innerWidth), height: Math.min(scroller.clientHeight, innerHeight) };
}

/** As a wheel does: the innermost that can still move takes it all. */
export function scrollBy(element: Element | undefined, { x, y }: Way, reading: Reading): boolean {
	for (const scroller of scrollersAt(element ?? atMiddle(), reading)) {
		const { scrollLeft, scrollTop } = scroller;
		scroller.scrollBy({ left: x, top: y, behavior: "instant" });
		if (scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop) return true;
	}
	return false;
}
