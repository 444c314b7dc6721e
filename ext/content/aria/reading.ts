import {
	allInDocument,
	assignedSlotOf,
	attributeNamesOf,
	childNodesOf,
	elementsByIds,
	firstChildOf,
	isElement,
	isShadowRoot,
	isTag,
	localNameOf,
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
	readonly known: Map<Element, Known>;
	/** By document or shadow root: which elements may have words in `::before` and `::after`. */
	readonly generating: Map<Node, Generating>;
	/** By style sheet, which many shadow roots may share: the selectors that give content. */
	readonly contentSelectors: Map<CSSStyleSheet, readonly string[]>;
	/** By document or shadow root. */
	readonly labels: Map<Node, LabelIndex>;
}

/** What was found out of an element: one place for all, since looking it up is a good part of what an answer costs. */
export class Known {
	/** One of the few tags that have a way of their own to be read. */
	readonly isSpecial: boolean;
	shadow: ShadowRoot | null | undefined = undefined;
	look: Look | undefined = undefined;
	hiding: Hiding | undefined = undefined;
	/** By itself or by what it stands in. */
	hidden: boolean | undefined = undefined;
	/** Away with all that is in it. */
	hiddenAway: boolean | undefined = undefined;
	role: string | undefined = undefined;
	name: string | undefined = undefined;
	children: readonly Node[] | undefined = undefined;
	isTelling: boolean | undefined = undefined;
	/** What the walk made of it: one that was broken off and begun again takes it from here. */
	done: unknown = undefined;
	/** How far the walk came in its children before it was broken off. */
	begun: unknown = undefined;

	constructor(element: Element) {
		this.isSpecial = specialTags.has(localNameOf(element));
	}
}

const specialTags = new Set(
	`audio body br embed figcaption frame html iframe img input label legend meter object optgroup option progress select
textarea video wbr`.split(/\s+/),
);

export function knownOf(element: Element, { known }: Reading): Known {
	let facts = known.get(element);
	if (facts === undefined) {
		facts = new Known(element);
		known.set(element, facts);
	}
	return facts;
}

export function startReading(document: Document, shadowRootOf: ShadowRootOf, focused: Element | null): Reading {
	return {
		document,
		shadowRootOf,
		focused,
		modal: allInDocument(document, "dialog:modal").at(-1),
		owners: findOwners(document),
		known: new Map(),
		generating: new Map(),
		contentSelectors: new Map(),
		labels: new Map(),
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

/** Children of which so many are left are gone through from where the walk was broken off, and not from the first. */
export const MANY = 30;

/** Keeps what the walk made of an element, and lets go of what it was made from: a long page is a lot to hold. */
export function finish(known: Known, done: unknown): void {
	known.done = done;
	known.begun = undefined;
	known.children = undefined;
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
	const known = knownOf(element, reading);
	if (known.look === undefined) known.look = newLook(element);
	return known.look;
}

/** A style answers to a property's own name in half the time that it takes as a field of that name (measured). */
function newLook(element: Element): Look {
	const style = getComputedStyle(element);
	const visibility = style.getPropertyValue("visibility");
	const display = style.getPropertyValue("display");
	// What stands in a line cannot be contained (CSS Containment 2 §4), and half of a page's elements do.
	const maySkip = !isInline(display) && firstChildOf(element) !== null;
	return sharedLook(
		display,
		visibility === "visible" || visibility === "",
		style.getPropertyValue("cursor") === "pointer",
		maySkip && style.getPropertyValue("content-visibility") === "hidden",
	);
}

const isInline = (display: string): boolean =>
	display === "inline" || display === "contents" || display === "none" || display.startsWith("ruby");

/** By `display`, then by the three others as bits: a page has few looks, and thousands of elements share them. */
const looks = new Map<string, (Look | undefined)[]>();

function sharedLook(display: string, visible: boolean, pointer: boolean, skipsContent: boolean): Look {
	let alike = looks.get(display);
	if (alike === undefined) {
		alike = new Array(8).fill(undefined);
		looks.set(display, alike);
	}
	const which = (visible ? 1 : 0) + (pointer ? 2 : 0) + (skipsContent ? 4 : 0);
	const known = alike[which];
	if (known !== undefined) return known;
	const look: Look = { display, visible, pointer, skipsContent, inline: isInline(display) };
	alike[which] = look;
	return look;
}

/** Attributes beside `aria-…` that say what an element is, or that it can be worked with. */
const telling = new Set("role title tabindex onclick draggable contenteditable inert placeholder".split(" "));

/** Whether an element bears any attribute of those: most bear a class at best, and need not be asked for each. */
export function isTelling(element: Element, reading: Reading): boolean {
	const known = knownOf(element, reading);
	if (known.isTelling === undefined)
		known.isTelling = attributeNamesOf(element)?.some((name) => name.startsWith("aria-") || telling.has(name)) ?? false;
	return known.isTelling;
}

export function shadowOf(element: Element, reading: Reading): ShadowRoot | null {
	const known = knownOf(element, reading);
	if (known.shadow === undefined) known.shadow = reading.shadowRootOf(element);
	return known.shadow;
}

/** The children as they are shown: a shadow root's instead of its host's, a slot's assigned nodes, `aria-owns` last. */
export function shownChildren(element: Element, reading: Reading): readonly Node[] {
	const known = knownOf(element, reading);
	if (known.children === undefined) known.children = childrenShownIn(element, reading);
	return known.children;
}

function childrenShownIn(element: Element, reading: Reading): readonly Node[] {
	const { owners } = reading;
	const children = composedChildren(element, reading);
	if (owners.size === 0) return children;
	const owned = elementsByIds(element, "aria-owns").filter((target) => owners.get(target) === element);
	return [...children.filter((child) => !isElement(child) || !owners.has(child)), ...owned];
}

export function composedChildren(element: Element, reading: Reading): readonly Node[] {
	const shadow = shadowOf(element, reading);
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
	const shadow = shadowOf(parent, reading);
	return shadow ? (assignedSlotOf(element) ?? slotInClosedRoot(element, shadow)) : parent;
}

/** `assignedSlot` is null for a closed root, so its slots are asked one by one. */
function slotInClosedRoot(element: Element, shadow: ShadowRoot): Element | undefined {
	if (shadow.mode === "open") return undefined;
	return Array.from(shadow.querySelectorAll("slot")).find((slot) => slot.assignedNodes().includes(element));
}
