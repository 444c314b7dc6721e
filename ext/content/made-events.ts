/**
 * What a mouse does, by events made here, for pages at which no debugger can be. A page can tell them from a person's, and
 * styles (`:hover`) see nothing of them.
 */
import type { Point } from "../aim.ts";
import { closestMatch, elementsAt, shadowHostOrParent } from "./aria/dom.ts";
import { middleOf } from "./hit.ts";

const mouse = ({ x, y }: Point, held: boolean, bubbles = true): PointerEventInit => ({
	clientX: x,
	clientY: y,
	buttons: held ? 1 : 0,
	bubbles,
	cancelable: bubbles,
	composed: true,
	pointerId: 1,
	pointerType: "mouse",
	isPrimary: true,
});

/** Both events of a pair go out; false when the page took either for itself. */
function both(target: Element, what: string, at: Point, held: boolean, bubbles = true): boolean {
	const init = mouse(at, held, bubbles);
	const pointer = target.dispatchEvent(new PointerEvent(`pointer${what}`, init));
	return target.dispatchEvent(new MouseEvent(`mouse${what}`, init)) && pointer;
}

export function hoverOver(element: Element): void {
	const at = middleOf(element);
	both(element, "over", at, false);
	// Entering is told to each element around, and does not bubble.
	const around: Element[] = [];
	for (let one: Element | null = element; one; one = shadowHostOrParent(one)) around.unshift(one);
	for (const one of around) both(one, "enter", at, false, false);
	both(element, "move", at, false);
}

/** Moves of a drag: pages follow it step by step. */
const STEPS = 8;

/** What came of a drag: the page let it be dropped, would not have it there, or did nothing with it. */
export type DragEnd = "done" | "not taken" | "nothing";

function dropOn(start: Element, end: Element, from: Point, to: Point): DragEnd {
	const dataTransfer = new DataTransfer();
	const send = (target: Element, type: string, { x, y }: Point): boolean =>
		!target.dispatchEvent(
			new DragEvent(type, {
				clientX: x,
				clientY: y,
				dataTransfer,
				bubbles: true,
				cancelable: true,
				composed: true,
			}),
		);
	if (send(start, "dragstart", from)) return pull(start, from, to);
	send(end, "dragenter", to);
	// A page says by cancelling this that it takes what is dropped.
	const isWelcome = send(end, "dragover", to);
	if (isWelcome) send(end, "drop", to);
	else send(end, "dragleave", to);
	send(start, "dragend", to);
	return isWelcome ? "done" : "not taken";
}

/** With the mouse held, over whatever lies on the way. */
function pull(start: Element, from: Point, to: Point): DragEnd {
	const changes = new MutationObserver(() => undefined);
	changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
	both(start, "down", from, true);
	for (let step = 1; step <= STEPS; step++) {
		const at = { x: from.x + ((to.x - from.x) * step) / STEPS, y: from.y + ((to.y - from.y) * step) / STEPS };
		both(elementsAt(document, at.x, at.y)[0] ?? start, "move", at, true);
	}
	both(elementsAt(document, to.x, to.y)[0] ?? start, "up", to, false);
	const isSeen = changes.takeRecords().length > 0;
	changes.disconnect();
	return isSeen ? "done" : "nothing";
}

export function dragOnto(start: Element, end: Element): DragEnd {
	const [from, to] = [middleOf(start), middleOf(end)];
	const dragged = closestMatch(start, "[draggable=true]");
	if (dragged === null) return pull(start, from, to);
	both(start, "down", from, true);
	return dropOn(dragged, end, from, to);
}
