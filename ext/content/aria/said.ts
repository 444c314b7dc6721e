import { childNodesOf, isTag, isText, isWithin, textContentOf } from "./dom.ts";
import { isHidden } from "./hidden.ts";
import { labelsOf } from "./labels.ts";
import { nameOf } from "./name.ts";
import { lookOf, type Reading } from "./reading.ts";
import type { Child } from "./runs.ts";

/** Words that need not be printed where they stand, because they are printed as the name of what they name. */

/**
 * A label whose control is shown, bears its words as its name and follows or precedes it at once: the words would stand
 * there twice.
 */
export function isSaidByControl(label: HTMLLabelElement, reading: Reading): boolean {
	const { control } = label;
	if (!control || control === reading.focused || isHidden(control, reading) || !isNear(label, control)) return false;
	return isNameOf(control, label, reading) && lookOf(control, reading).visible;
}

/** Whether all that a label holds is the control and the words that name it. */
export function isNameOf(control: Element, label: HTMLLabelElement, reading: Reading): boolean {
	const inside = label.querySelectorAll(worked);
	if (inside.length > 1 || (inside.length === 1 && inside[0] !== control)) return false;
	return nameOf(control, reading) === wordsBeside(label, control);
}

/**
 * A checkbox or radio button that is drawn nowhere, behind the first label of it that is: that label is how a person
 * reaches it. A label that holds a choice of its own making says the same already.
 */
export function choiceBehind(label: HTMLLabelElement, reading: Reading): HTMLInputElement | undefined {
	const { control } = label;
	if (!control || !isTag(control, "input") || !isChoice(control) || !isHidden(control, reading)) return undefined;
	if (label.querySelector("[role=checkbox],[role=radio],[role=switch]") !== null) return undefined;
	return labelsOf(control, reading).find((other) => !isHidden(other, reading)) === label ? control : undefined;
}

export const isChoice = ({ type }: HTMLInputElement): boolean => type === "checkbox" || type === "radio";

const wordsBeside = (label: Element, control: Element): string => {
	let words = "";
	for (const child of childNodesOf(label))
		if (child !== control && !isWithin(child, control)) words += textContentOf(child) ?? "";
	return words.replace(/\s+/g, " ").trim();
};

/** Anything in a label that is more than words. */
const worked = "a,button,img,svg,input,select,textarea,[onclick],[tabindex],[role]";

const isNear = (label: Element, control: Element): boolean =>
	label.contains(control) || label.nextElementSibling === control || label.previousElementSibling === control;

/** A legend or caption whose words are the name of what it stands in already. */
export const isSaidByParent = (element: Element, children: readonly Child[], reading: Reading): boolean => {
	if (!isTag(element, "legend", "figcaption")) return false;
	const { parentElement } = element;
	if (!parentElement || !isTag(parentElement, "fieldset", "figure", "optgroup")) return false;
	return children.every((child) => typeof child === "string") && nameOf(parentElement, reading) === children.join(" ");
};

/** Wording with words on either side is part of their sentence. */
export const standsInSentence = (element: Element): boolean =>
	[element.previousSibling, element.nextSibling].some(
		(near) => near !== null && isText(near) && near.data.trim() !== "",
	);
