/**
 * The DOM as it is, not as a page can dress it up: a form's or a document's properties can be shadowed by elements
 * that carry their names (`<input name=children>`), so every property is read by the prototype's own getter.
 */
function getter<Owner extends object, Key extends keyof Owner>(
	prototype: Owner,
	key: Key,
): (node: Owner) => Owner[Key] {
	const get = nativeGetter(prototype, key);
	return (node) => get.call(node);
}

function nativeGetter<Owner extends object, Key extends keyof Owner>(
	prototype: Owner,
	key: Key,
): (this: Owner) => Owner[Key] {
	const get: unknown = Object.getOwnPropertyDescriptor(prototype, key)?.get;
	if (typeof get !== "function") throw new TypeError(`the DOM has no ${String(key)}`);
	return get as (this: Owner) => Owner[Key];
}

// What a walk asks most has a function of its own: one that calls many getters is compiled for none of them (measured).
const [parentNode, nodeType] = [nativeGetter(Node.prototype, "parentNode"), nativeGetter(Node.prototype, "nodeType")];
const firstChild = nativeGetter(Node.prototype, "firstChild");
const nextSibling = nativeGetter(Node.prototype, "nextSibling");
const localName = nativeGetter(Element.prototype, "localName");
const namespaceURI = nativeGetter(Element.prototype, "namespaceURI");

export const parentNodeOf = (node: Node): ParentNode | null => parentNode.call(node);
export const nodeTypeOf = (node: Node): number => nodeType.call(node);
export const firstChildOf = (node: Node): ChildNode | null => firstChild.call(node);
export const nextSiblingOf = (node: Node): ChildNode | null => nextSibling.call(node);
export const textContentOf = getter(Node.prototype, "textContent");
export const isConnected = getter(Node.prototype, "isConnected");
export const localNameOf = (element: Element): string => localName.call(element);
export const namespaceOf = (element: Element): string | null => namespaceURI.call(element);
export const openShadowRootOf = getter(Element.prototype, "shadowRoot");
export const assignedSlotOf = getter(Element.prototype, "assignedSlot");
export const titleOf = getter(Document.prototype, "title");
export const documentElementOf = getter(Document.prototype, "documentElement");
const ownerDocumentOf = getter(Node.prototype, "ownerDocument");
const activeElementOf = getter(Document.prototype, "activeElement");

const { getAttribute, hasAttribute, hasAttributes, getAttributeNames, matches, closest, getBoundingClientRect } =
	Element.prototype;
const querySelectorAllIn = Element.prototype.querySelectorAll;
const { getElementById, querySelectorAll, elementsFromPoint, elementFromPoint } = Document.prototype;
const { getRootNode, contains } = Node.prototype;

export const attribute = (element: Element, name: string): string | null => getAttribute.call(element, name);
export const hasAttributeNamed = (element: Element, name: string): boolean => hasAttribute.call(element, name);
/** The names of its attributes, undefined for none. */
export const attributeNamesOf = (element: Element): readonly string[] | undefined =>
	hasAttributes.call(element) ? getAttributeNames.call(element) : undefined;
export const isMatch = (element: Element, selector: string): boolean => matches.call(element, selector);
export const closestMatch = (element: Element, selector: string): Element | null => closest.call(element, selector);
export const rectOf = (element: Element): DOMRect => getBoundingClientRect.call(element);
export const rootOf = (node: Node): Node => getRootNode.call(node);
export const isWithin = (outer: Node, node: Node | null): boolean => contains.call(outer, node);
export const allInDocument = (document: Document, selector: string): readonly Element[] =>
	Array.from(querySelectorAll.call(document, selector));
export const allWithin = (element: Element, selector: string): readonly Element[] =>
	Array.from(querySelectorAllIn.call(element, selector));

export const isElement = (node: Node | null): node is Element => node !== null && nodeTypeOf(node) === 1;
export const isText = (node: Node): node is Text => nodeTypeOf(node) === 3;
export const isDocument = (node: Node): node is Document => nodeTypeOf(node) === 9;
export const isShadowRoot = (node: Node | null): node is ShadowRoot =>
	node !== null && nodeTypeOf(node) === 11 && "host" in node;
export const isHtml = (element: Element): boolean => namespaceOf(element) === "http://www.w3.org/1999/xhtml";
export const isSvg = (element: Element): boolean => namespaceOf(element) === "http://www.w3.org/2000/svg";

/**
 * True for an HTML element of one of these names, and tells the compiler so. The names are counted, since a list of
 * them would be made anew for each of the many times that a walk asks.
 */
export function isTag<Name extends keyof HTMLElementTagNameMap>(
	element: Element,
	a: Name,
	b?: Name,
	c?: Name,
	d?: Name,
	e?: Name,
	f?: Name,
	g?: Name,
): element is HTMLElementTagNameMap[Name] {
	const name = localName.call(element);
	return (
		(name === a || name === b || name === c || name === d || name === e || name === f || name === g) && isHtml(element)
	);
}

export function childNodesOf(node: Node): readonly ChildNode[] {
	const children: ChildNode[] = [];
	for (let child = firstChildOf(node); child; child = nextSiblingOf(child)) children.push(child);
	return children;
}

export function childElement(element: Element, name: string): Element | undefined {
	for (const child of childNodesOf(element)) if (isElement(child) && localNameOf(child) === name) return child;
	return undefined;
}

/** The element of that id in the same document or shadow root. */
export function elementById(near: Element, id: string): Element | null {
	const root = rootOf(near);
	if (isDocument(root)) return getElementById.call(root, id);
	return isShadowRoot(root) ? root.getElementById(id) : null;
}

/** The elements that an attribute of ids names, in its order, the missing ones left out. */
export function elementsByIds(element: Element, attributeName: string): readonly Element[] {
	const ids = attribute(element, attributeName)?.split(/\s+/).filter(Boolean) ?? [];
	return ids.flatMap((id) => elementById(element, id) ?? []);
}

export const documentOf = (node: Node): Document => ownerDocumentOf(node) ?? (node as Document);

/** The elements under a point of the viewport, the topmost first. */
export function elementsAt(root: Document | ShadowRoot, x: number, y: number): readonly Element[] {
	return isDocument(root) ? elementsFromPoint.call(root, x, y) : root.elementsFromPoint(x, y);
}

/** The topmost one alone; unlike the list, it names the part of an image map and not its picture (measured). */
export function elementAt(root: Document | ShadowRoot, x: number, y: number): Element | null {
	return isDocument(root) ? elementFromPoint.call(root, x, y) : root.elementFromPoint(x, y);
}

/** The focused element, looked for through shadow roots. */
export function focusedElement(document: Document, shadowRootOf: (element: Element) => ShadowRoot | null) {
	let focused = activeElementOf(document);
	for (let inner = focused; inner; inner = shadowRootOf(inner)?.activeElement ?? null) focused = inner;
	return focused;
}

/** The parent element, or the host of the shadow root that it is a child of. */
export function shadowHostOrParent(element: Element): Element | null {
	const parent = parentNodeOf(element);
	if (isShadowRoot(parent)) return parent.host;
	return isElement(parent) ? parent : null;
}
