import { allInDocument, isDocument, isShadowRoot, rootOf } from "./dom.ts";
import type { Reading } from "./reading.ts";

/** Labels by what they label, in document order. */
export type LabelIndex = ReadonlyMap<Element, readonly HTMLLabelElement[]>;

const noLabels: readonly HTMLLabelElement[] = [];

/**
 * The labels of an element (HTML §4.10.2 "labels"). Asked for its `labels`, each control searches the whole document:
 * with thousands of controls that is what a page's reading costs (measured), so all labels are gone through once.
 */
export function labelsOf(element: Element, reading: Reading): readonly HTMLLabelElement[] {
	const root = rootOf(element);
	let index = reading.labels.get(root);
	if (index === undefined) {
		index = indexIn(root);
		reading.labels.set(root, index);
	}
	return index.get(element) ?? noLabels;
}

const noIndex: LabelIndex = new Map();

function indexIn(root: Node): LabelIndex {
	const labels = labelsIn(root);
	if (labels.length === 0) return noIndex;
	const index = new Map<Element, HTMLLabelElement[]>();
	for (const label of labels) {
		const { control } = label;
		if (!control) continue;
		const others = index.get(control);
		if (others) others.push(label);
		else index.set(control, [label]);
	}
	return index;
}

function labelsIn(root: Node): readonly HTMLLabelElement[] {
	const found = isDocument(root)
		? allInDocument(root, "label")
		: isShadowRoot(root)
			? root.querySelectorAll("label")
			: [];
	return found.length === 0 ? noLabels : Array.from(found).filter((element) => element instanceof HTMLLabelElement);
}
