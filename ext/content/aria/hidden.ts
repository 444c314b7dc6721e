import { attribute, childElement, hasAttributeNamed, isElement, isTag, localNameOf, parentNodeOf } from "./dom.ts";
import { picturesOf } from "./image-map.ts";
import { type Hiding, isTelling, knownOf, lookOf, type Reading, shownParent } from "./reading.ts";

/** Elements whose content is never shown as part of the page, whatever their style says. */
const contentless = new Set(["head", "noscript", "script", "style", "template", "title", "desc", "metadata", "defs"]);

/** accname 1.2 §4.3.2 step 2A and HTML-AAM §3.3, for one element whose ancestors are all shown. */
export function ownHiding(element: Element, reading: Reading): Hiding {
	const known = knownOf(element, reading);
	if (known.hiding === undefined) known.hiding = hidingOf(element, reading);
	return known.hiding;
}

function hidingOf(element: Element, reading: Reading): Hiding {
	if (contentless.has(localNameOf(element))) return "subtree";
	if (isTelling(element, reading) && attribute(element, "aria-hidden") === "true") return "subtree";
	if (isTag(element, "area")) return isDrawn(element, reading) ? "no" : "subtree";
	const look = lookOf(element, reading);
	if (look.display === "none" || isClosedAway(element)) return "subtree";
	return look.visible ? "no" : "self";
}

/** A part of an image map is there where a picture that is shown uses the map. */
const isDrawn = (area: HTMLAreaElement, reading: Reading): boolean =>
	picturesOf(area).some((picture) => !isHidden(picture, reading));

export const isClosedDetails = (element: Element): boolean => isTag(element, "details") && !element.open;

/** A closed `<details>` shows its summary only; Chromium hides the rest by a slot that no style tells of. */
export function isClosedAway(element: Element): boolean {
	const parent = parentNodeOf(element);
	if (!isElement(parent) || !isClosedDetails(parent)) return false;
	return childElement(parent, "summary") !== element;
}

/** Inert elements cannot be worked with, yet their words may still name what can. The walk minds modal dialogs. */
export const isInert = (element: Element, reading: Reading): boolean =>
	isTelling(element, reading) && hasAttributeNamed(element, "inert");

/** Whether an element is hidden by itself or by anything that it is shown in. */
export function isHidden(element: Element, reading: Reading): boolean {
	const known = knownOf(element, reading);
	if (known.hidden === undefined)
		known.hidden = ownHiding(element, reading) !== "no" || isHiddenByParent(element, reading);
	return known.hidden;
}

function isHiddenByParent(element: Element, reading: Reading): boolean {
	const parent = shownParent(element, reading);
	if (parent === null) return false;
	if (parent === undefined) return true;
	return lookOf(parent, reading).skipsContent || isHiddenAway(parent, reading);
}

/** Visibility does not count here: a child may be visible in an invisible parent. */
function isHiddenAway(element: Element, reading: Reading): boolean {
	const known = knownOf(element, reading);
	if (known.hiddenAway === undefined)
		known.hiddenAway = ownHiding(element, reading) === "subtree" || isHiddenByParent(element, reading);
	return known.hiddenAway;
}
