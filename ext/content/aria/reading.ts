import {
	allInDocument,
	assignedSlotOf,
	attribute,
	childNodesOf,
	elementsByIds,
	isElement,
	isShadowRoot,
	isTag,
	parentNodeOf,
	rootOf,
} from "./dom.ts";

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
	readonly styles: Map<Element, CSSStyleDeclaration>;
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
		styles: new Map(),
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

export function styleOf(element: Element, reading: Reading): CSSStyleDeclaration {
	const known = reading.styles.get(element);
	if (known) return known;
	const style = getComputedStyle(element);
	reading.styles.set(element, style);
	return style;
}

/** The children as they are shown: a shadow root's instead of its host's, a slot's assigned nodes, `aria-owns` last. */
export function* shownChildren(element: Element, reading: Reading): Generator<Node> {
	for (const child of composedChildren(element, reading))
		if (!isElement(child) || !reading.owners.has(child)) yield child;
	if (reading.owners.size === 0 || attribute(element, "aria-owns") === null) return;
	for (const owned of elementsByIds(element, "aria-owns")) if (reading.owners.get(owned) === element) yield owned;
}

export function composedChildren(element: Element, reading: Reading): Iterable<Node> {
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
