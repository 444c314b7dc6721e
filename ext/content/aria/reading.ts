import {
	allInDocument,
	assignedSlotOf,
	childNodesOf,
	elementsByIds,
	isElement,
	isShadowRoot,
	isTag,
	parentNodeOf,
	rootOf,
} from "./dom.ts";
import type { Generating } from "./generated.ts";
import type { LabelIndex } from "./labels.ts";

/** Why an element is out of the accessibility tree; `self` leaves its children a chance, `subtree` does not. */
export type Hiding = "no" | "self" | "subtree";

/** Finds the shadow root of an element, a closed one too; what only an extension can do is passed in. */
export type ShadowRootOf = (element: Element) => ShadowRoot | null;

/**
 * One look at one document: everything asked of the browser is remembered until the look is over, since computed
 * styles and names are what a snapshot costs. Never kept beyond one uninterrupted task: the page may change after it.
 */
export interface Reading {
	readonly document: Document;
	readonly shadowRootOf: ShadowRootOf;
	readonly focused: Element | null;
	/** The modal dialog that makes everything outside it inert, if there is one. */
	readonly modal: Element | undefined;
	/** Elements shown below another one by its `aria-owns` → that one. */
	readonly owners: ReadonlyMap<Element, Element>;
	readonly looks: Map<Element, Look>;
	/** By document or shadow root: which elements may have words in `::before` and `::after`. */
	readonly generating: Map<Node, Generating>;
	/** By document or shadow root. */
	readonly labels: Map<Node, LabelIndex>;
	readonly hidings: Map<Element, Hiding>;
	readonly hidden: Map<Element, boolean>;
	readonly roles: Map<Element, string>;
	readonly names: Map<Element, string>;
}

export function startReading(document: Document, shadowRootOf: ShadowRootOf, focused: Element | null): Reading {
	return {
		document,
		shadowRootOf,
		focused,
		modal: allInDocument(document, "dialog:modal").at(-1),
		owners: findOwners(document),
		looks: new Map(),
		generating: new Map(),
		labels: new Map(),
		hidings: new Map(),
		hidden: new Map(),
		roles: new Map(),
		names: new Map(),
	};
}

/** WAI-ARIA 1.2 §6.6 `aria-owns`: the first owner in document order counts, and nothing owns what it stands in. */
function findOwners(document: Document): ReadonlyMap<Element, Element> {
	const owners = new Map<Element, Element>();
	for (const owner of allInDocument(document, "[aria-owns]"))
		for (const owned of elementsByIds(owner, "aria-owns"))
			if (!owners.has(owned) && !isAncestorByOwner(owned, owner, owners)) owners.set(owned, owner);
	return owners;
}

function isAncestorByOwner(outer: Element, inner: Element, owners: ReadonlyMap<Element, Element>): boolean {
	for (let node: Node | null = inner; node; node = (isElement(node) && owners.get(node)) || parentNodeOf(node))
		if (node === outer) return true;
	return false;
}

/** The computed styles that count here, read once: a property of a live style costs more than a field. */
export interface Look {
	readonly display: string;
	readonly visible: boolean;
	readonly pointer: boolean;
	/** Keeps its box and hides what is in it: `content-visibility: hidden`, which `hidden=until-found` sets too. */
	readonly skipsContent: boolean;
	/** Laid out in a line with the text around it. */
	readonly inline: boolean;
}

export function lookOf(element: Element, reading: Reading): Look {
	const known = reading.looks.get(element);
	if (known) return known;
	const { display, visibility, cursor, contentVisibility } = getComputedStyle(element);
	const look: Look = {
		display,
		visible: visibility === "visible" || visibility === "",
		pointer: cursor === "pointer",
		skipsContent: contentVisibility === "hidden",
		inline: display === "inline" || display === "contents" || display === "none" || display.startsWith("ruby"),
	};
	reading.looks.set(element, look);
	return look;
}

/** The children as they are shown: a shadow root's instead of its host's, a slot's assigned nodes, `aria-owns` last. */
export function shownChildren(element: Element, reading: Reading): readonly Node[] {
	const { owners } = reading;
	const children = composedChildren(element, reading);
	if (owners.size === 0) return children;
	const owned = elementsByIds(element, "aria-owns").filter((target) => owners.get(target) === element);
	return [...children.filter((child) => !isElement(child) || !owners.has(child)), ...owned];
}

export function composedChildren(element: Element, reading: Reading): readonly Node[] {
	const shadow = reading.shadowRootOf(element);
	if (shadow) return childNodesOf(shadow);
	if (isTag(element, "slot") && isShadowRoot(rootOf(element))) {
		const assigned = element.assignedNodes();
		if (assigned.length > 0) return assigned;
	}
	return childNodesOf(element);
}

/** Where an element is shown: its slot, its host, or its parent; null at the top, and undefined when shown nowhere. */
export function shownParent(element: Element, reading: Reading): Element | null | undefined {
	const parent = parentNodeOf(element);
	if (isShadowRoot(parent)) return parent.host;
	if (!isElement(parent)) return null;
	const shadow = reading.shadowRootOf(parent);
	return shadow ? (assignedSlotOf(element) ?? slotInClosedRoot(element, shadow)) : parent;
}

/** `assignedSlot` is null for a closed root, so its slots are asked one by one. */
function slotInClosedRoot(element: Element, shadow: ShadowRoot): Element | undefined {
	if (shadow.mode === "open") return undefined;
	return Array.from(shadow.querySelectorAll("slot")).find((slot) => slot.assignedNodes().includes(element));
}
