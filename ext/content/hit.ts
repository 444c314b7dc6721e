import type { FreePoint, Way } from "../content-api.ts";
import { elementAt, elementsAt, isDocument, isShadowRoot, isTag, rectOf, rootOf } from "./aria/dom.ts";
import { type Reading, shownParent } from "./aria/reading.ts";
import { tagInWords } from "./identity.ts";
import { metFor, standInFor } from "./stand-in.ts";

/**
 * What a click at a point of the viewport would meet instead of an element: null when it meets the element, something
 * shown in it, or a label of it.
 */
export function obstacleAt(target: Element, x: number, y: number, reading: Reading): string | null {
	const hit = deepestAt(target, x, y, reading);
	if (hit === undefined) return "outside the visible part of its frame";
	if (isPartOf(hit, target, reading) || isLabelOf(hit, target, reading)) return null;
	return getComputedStyle(target).pointerEvents === "none" ? noPointer : `covered by ${tagInWords(hit)}`;
}

/** What lies beneath such an element covers nothing, and waiting for it to go helps nobody. */
const noPointer = "set to take no pointer events (pointer-events: none)";

/** The middle of an element's first box that has an area: the first place at which it is pressed. */
export function middleOf(element: Element): Way {
	const boxes = [...element.getClientRects()];
	const { x, y, width, height } = boxes.find((box) => box.width * box.height >= 1) ?? boxes[0] ?? rectOf(element);
	return { x: x + width / 2, y: y + height / 2 };
}

/** Tries points, counted from the middle of what is pressed, until one meets the element. */
export function freePoint(element: Element, offsets: readonly Way[], reading: Reading): FreePoint {
	const middle = middleOf(standInFor(element));
	const target = metFor(element);
	let first: string | undefined;
	for (const [free, { x, y }] of offsets.entries()) {
		const obstacle = obstacleAt(target, middle.x + x, middle.y + y, reading);
		if (obstacle === null) return { free };
		first ??= obstacle;
	}
	return { obstacle: first ?? "covered" };
}

/** The topmost element at the point, looked for through shadow roots. */
function deepestAt(target: Element, x: number, y: number, reading: Reading): Element | undefined {
	let root: Document | ShadowRoot = documentRoot(target);
	let hit: Element | undefined;
	for (;;) {
		const [top]: readonly Element[] = elementsAt(root, x, y);
		const next: Element | undefined = isTag(target, "area") ? (elementAt(root, x, y) ?? top) : top;
		if (next === undefined || next === hit) return hit;
		hit = next;
		const shadow = reading.shadowRootOf(hit);
		if (!shadow) return hit;
		root = shadow;
	}
}

function documentRoot(element: Element): Document {
	const root = rootOf(element);
	if (isDocument(root)) return root;
	return isShadowRoot(root) ? documentRoot(root.host) : document;
}

function isPartOf(inner: Element, outer: Element, reading: Reading): boolean {
	for (let element: Element | null | undefined = inner; element; element = shownParent(element, reading))
		if (element === outer) return true;
	return false;
}

/** A styled checkbox lies under its own label; a click there reaches it all the same. */
function isLabelOf(hit: Element, target: Element, reading: Reading): boolean {
	for (let element: Element | null | undefined = hit; element; element = shownParent(element, reading))
		if (isTag(element, "label") && element.control === target) return true;
	return false;
}
