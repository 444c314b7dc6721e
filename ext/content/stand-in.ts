import { allWithin, isTag, rectOf, shadowHostOrParent } from "./aria/dom.ts";
import { picturesOf } from "./aria/image-map.ts";
import { isChoice } from "./aria/said.ts";
import { isEditableText } from "./field.ts";

/** CSS pixels: less than that in one direction shows nothing that could be pressed. */
const THIN = 2;
const WIDE = 10;
const TALL = 64;

const isTextEntry = (element: Element): boolean => isTag(element, "input", "textarea") || isEditableText(element);

function isUnderneath(element: Element): boolean {
	const { width, height } = rectOf(element);
	return width < THIN || height < THIN || Number.parseInt(getComputedStyle(element).zIndex, 10) < 0;
}

const isDrawn = (element: Element): boolean => {
	const { width, height } = rectOf(element);
	return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible";
};

const hasBox = (element: Element): boolean => {
	const { width, height } = rectOf(element);
	return width > 0 && height > 0;
};

/**
 * The first thing drawn in an element that has no box of its own: one with `display: contents`, or whose whole content
 * floats or is placed elsewhere. Where the element cuts off what overflows it, nothing shows.
 */
function drawnWithin(element: Element): Element | undefined {
	const { display, overflow } = getComputedStyle(element);
	if (display === "none" || (display !== "contents" && overflow !== "visible")) return undefined;
	return allWithin(element, "*").find(isDrawn);
}

/** Too small to be pressed, or cut off: kept for the keys and for readers of the page, and shown by its label. */
function isKeptHidden(choice: Element): boolean {
	const { width, height } = rectOf(choice);
	return !isDrawn(choice) || width < THIN || height < THIN;
}

/**
 * What a choice that is drawn nowhere is pressed by: its label, else the switch drawn around it, which is no more than a
 * line or two tall and holds nothing else to press.
 */
function shownForChoice(choice: HTMLInputElement): Element {
	const label = Array.from(choice.labels ?? []).find(isDrawn);
	if (label !== undefined) return label;
	const around = shadowHostOrParent(choice);
	if (around === null || !isDrawn(around) || rectOf(around).height > TALL) return choice;
	return allWithin(around, "input, select, textarea, button, a").length === 1 ? around : choice;
}

/**
 * What a person presses to write in a field: the field. Code editors and terminals keep one for the keys that is drawn
 * nowhere, or lies under what they draw themselves; then it is the editor around it. A checkbox that is drawn nowhere is
 * pressed by its label or the switch around it, a part of an image map on a picture that uses the map, and what has no box by the first thing
 * drawn in it.
 */
export function standInFor(element: Element): Element {
	if (isTag(element, "area")) return picturesOf(element).find(isDrawn) ?? element;
	if (isTag(element, "input") && isChoice(element)) return isKeptHidden(element) ? shownForChoice(element) : element;
	if (!isTextEntry(element)) return hasBox(element) ? element : (drawnWithin(element) ?? element);
	if (!isUnderneath(element)) return element;
	if (isTag(element, "input") && element.type === "file") return element;
	for (let around = shadowHostOrParent(element); around; around = shadowHostOrParent(around)) {
		const { width, height } = rectOf(around);
		if (width >= WIDE && height >= WIDE) return around;
	}
	return element;
}

/** What a press on the stand-in has to meet: on a picture the very part of its map, otherwise the stand-in. */
export const metFor = (element: Element): Element => (isTag(element, "area") ? element : standInFor(element));
