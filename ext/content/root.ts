import type { SnapshotRoot } from "../reading-api.ts";
import type { MissingRoot } from "../snapshot/tree.ts";
import { allInDocument, childNodesOf, documentElementOf, isElement } from "./aria/dom.ts";
import type { ShadowRootOf } from "./aria/reading.ts";
import type { Refs } from "./refs.ts";

/** The element that a snapshot or a text begins at, or why there is none. */
export function findRoot(
	root: SnapshotRoot | undefined,
	refs: Refs,
	shadowRootOf: ShadowRootOf,
): Element | MissingRoot {
	const top = documentElementOf(document);
	if (root === undefined) return childNamed(top, "body") ?? top ?? "absent";
	if ("ref" in root) return refs.element(root.ref) ?? "absent";
	try {
		return allInDocument(document, root.selector)[0] ?? inShadows(top, root.selector, shadowRootOf) ?? "absent";
	} catch {
		return "invalid";
	}
}

/** `document.body` can be shadowed by an element of that name; a frameset page has none. */
function childNamed(parent: Element | null, name: string): Element | undefined {
	if (!parent) return undefined;
	for (const child of childNodesOf(parent)) if (isElement(child) && child.localName === name) return child;
	return undefined;
}

function inShadows(top: Element | null, selector: string, shadowRootOf: ShadowRootOf): Element | undefined {
	if (!top) return undefined;
	const walker = document.createTreeWalker(top, NodeFilter.SHOW_ELEMENT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const shadow = isElement(node) ? shadowRootOf(node) : null;
		if (!shadow) continue;
		const found = shadow.querySelector(selector);
		if (found) return found;
		for (const child of shadow.children) {
			const deeper = inShadows(child, selector, shadowRootOf);
			if (deeper) return deeper;
		}
	}
	return undefined;
}
