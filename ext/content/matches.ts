import { allInDocument, childNodesOf, documentElementOf, isElement } from "./aria/dom.ts";
import type { ShadowRootOf } from "./aria/reading.ts";

/** Every element of the document that matches, shadow roots included. Throws for a selector that is none. */
export function allMatches(selector: string, shadowRootOf: ShadowRootOf): readonly Element[] {
	const top = documentElementOf(document);
	return [...allInDocument(document, selector), ...(top ? inShadowsOf(top, selector, shadowRootOf) : [])];
}

function* inShadowsOf(element: Element, selector: string, shadowRootOf: ShadowRootOf): Generator<Element> {
	const shadow = shadowRootOf(element);
	if (shadow) {
		yield* shadow.querySelectorAll(selector);
		for (const child of shadow.children) yield* inShadowsOf(child, selector, shadowRootOf);
	}
	for (const node of childNodesOf(element)) if (isElement(node)) yield* inShadowsOf(node, selector, shadowRootOf);
}
