import type { TextRequest } from "../../content-api.ts";
import { isElement, isTag, isText } from "../aria/dom.ts";
import { isClosedDetails, ownHiding } from "../aria/hidden.ts";
import { lookOf, type Reading, shownChildren } from "../aria/reading.ts";
import { isSecret } from "../aria/value.ts";

/** The words of an element in the order they are read. */
export function readText(root: Element, _format: TextRequest["format"], reading: Reading): string {
	return textOf(root, reading)
		.replace(/[ \t\f\v\u00a0]+/g, " ")
		.replace(/ ?\n ?/g, "\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();
}

function textOf(element: Element, reading: Reading): string {
	if (ownHiding(element, reading) === "subtree" || lookOf(element, reading).skipsContent) return "";
	if (isTag(element, "br")) return "\n";
	if (isTag(element, "input", "textarea")) return isSecret(element) ? "" : element.value;
	let text = "";
	for (const child of shownChildren(element, reading)) {
		if (isText(child) && !isClosedDetails(element)) text += child.data.replace(/\s+/g, " ");
		else if (isElement(child)) text += textOf(child, reading);
	}
	return lookOf(element, reading).inline ? text : `\n${text}\n`;
}
