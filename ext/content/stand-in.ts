import { isTag, rectOf, shadowHostOrParent } from "./aria/dom.ts";
import { isEditableText } from "./field.ts";

/** CSS pixels: less than that in one direction shows nothing that could be pressed. */
const THIN = 2;
const WIDE = 10;

const isTextEntry = (element: Element): boolean => isTag(element, "input", "textarea") || isEditableText(element);

function isUnderneath(element: Element): boolean {
	const { width, height } = rectOf(element);
	return width < THIN || height < THIN || Number.parseInt(getComputedStyle(element).zIndex, 10) < 0;
}

/**
 * What a person presses to write in a field: the field. Code editors and terminals keep one for the keys that is drawn
 * nowhere, or lies under what they draw themselves; then it is the editor around it.
 */
export function standInFor(element: Element): Element {
	if (!isTextEntry(element) || !isUnderneath(element)) return element;
	if (isTag(element, "input") && ["checkbox", "radio", "file"].includes(element.type)) return element;
	for (let around = shadowHostOrParent(element); around; around = shadowHostOrParent(around)) {
		const { width, height } = rectOf(around);
		if (width >= WIDE && height >= WIDE) return around;
	}
	return element;
}
