import { attribute, childElement, localNameOf, textContentOf } from "./dom.ts";

/** HTML-AAM §4.1: elements that are named by a child of theirs. */
export const namingChildren: ReadonlyMap<string, string> = new Map([
	["fieldset", "legend"],
	["figure", "figcaption"],
	["optgroup", "legend"],
	["table", "caption"],
]);

/** HTML-AAM §4.1, by element: what its own attributes name it, after its labels. */
const byAttributes: ReadonlyMap<string, (element: Element) => string> = new Map(
	Object.entries({
		input: (element) => inputName(element as HTMLInputElement),
		textarea: (element) => attribute(element, "title") || attribute(element, "placeholder") || "",
		img: (element) => attribute(element, "alt") ?? "",
		area: (element) => attribute(element, "alt") ?? "",
		optgroup: (element) => attribute(element, "label") ?? "",
		option: (element) => attribute(element, "label") ?? "",
	}),
);

/** The name that an HTML element has by the attributes of its kind; "" for none. */
export const nameByAttributes = (element: Element): string => byAttributes.get(localNameOf(element))?.(element) ?? "";

/** SVG-AAM §8.1: the first `<title>` child; a link's `xlink:title` after that. */
export function svgTitle(element: Element): string {
	const title = childElement(element, "title");
	return (title ? textContentOf(title) : attribute(element, "xlink:title")) ?? "";
}

/** HTML-AAM §4.1.1 to §4.1.5. */
function inputName(input: HTMLInputElement): string {
	const title = attribute(input, "title") ?? "";
	switch (input.type) {
		case "button":
			return input.value;
		case "submit":
		case "reset":
			return input.value || title || (input.type === "submit" ? "Submit" : "Reset");
		case "image":
			return attribute(input, "alt") || title || attribute(input, "value") || "Submit";
		case "checkbox":
		case "radio":
		case "range":
		case "color":
			return title;
		case "file":
			return title || "Choose file";
		default:
			return title || attribute(input, "placeholder") || attribute(input, "aria-placeholder") || "";
	}
}
