import type { Field, FieldEnd } from "../content-api.ts";
import { focusedElement, isTag, isWithin, rootOf } from "./aria/dom.ts";
import type { ShadowRootOf } from "./aria/reading.ts";
import { isSecret } from "./aria/value.ts";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (element: Element): element is TextControl => isTag(element, "input", "textarea");

/** Types of input (HTML §4.10.5.1) that are not typed into. */
const notTyped = new Set(["button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"]);

/** Types that take a whole value in a form of its own, whatever the person's locale shows. */
const wholeValue = new Set(["color", "date", "datetime-local", "month", "range", "time", "week"]);

/** Where typing for an element goes: a label's control, or the host of the editor that it is a part of. */
export function fieldOf(element: Element): Element {
	if (isTag(element, "label") && element.control) return element.control;
	if (isTextControl(element) || !isEditableText(element)) return element;
	let host = element;
	for (let around = host.parentElement; around && isEditableText(around); around = around.parentElement) host = around;
	return host;
}

/** An editor that draws its text itself and takes the keys by an EditContext; no typings know of that yet. */
const editContextOf = (element: Element): { readonly text: string } | undefined =>
	(element as { editContext?: { readonly text: string } | null }).editContext ?? undefined;

export const isEditableText = (element: Element): boolean =>
	(element instanceof HTMLElement && element.isContentEditable === true) || editContextOf(element) !== undefined;

function kindOf(field: Element): Field["kind"] {
	if (isTag(field, "textarea")) return "lines";
	if (isTag(field, "input")) {
		if (notTyped.has(field.type)) return "none";
		return wholeValue.has(field.type) ? "value" : "line";
	}
	return isEditableText(field) ? "rich" : "none";
}

const textIn = (field: Element): string => {
	if (isTextControl(field)) return field.value;
	const context = editContextOf(field);
	if (context !== undefined) return context.text;
	// biome-ignore lint/performance/useDomNodeTextContent: the lines as a person sees them
	return field instanceof HTMLElement ? field.innerText.replace(/\n$/, "") : "";
};

export function readField(element: Element): Field {
	const field = fieldOf(element);
	const secret = isSecret(field);
	return {
		kind: kindOf(field),
		...(isTag(field, "input") ? { type: field.type } : {}),
		readonly: (isTextControl(field) && field.readOnly) || field.getAttribute("aria-readonly") === "true",
		secret,
		value: secret ? "" : textIn(field),
	};
}

/** Tried on an input that is in no page: HTML's value sanitization empties or bends what does not fit. */
export function fitsField(element: Element, text: string): boolean {
	const field = fieldOf(element);
	if (!isTag(field, "input")) return true;
	const trial = document.createElement("input");
	trial.type = field.type;
	for (const name of ["min", "max", "step"]) trial.setAttribute(name, field.getAttribute(name) ?? "");
	trial.value = text;
	return text === "" || sameValue(field.type, trial.value, text);
}

/** `12:30:00` and `12:30` are one time, `5.0` and `5` one number, `#FFF000` and `#fff000` one colour. */
function sameValue(type: string, taken: string, asked: string): boolean {
	if (type === "number" || type === "range") return taken !== "" && Number(taken) === Number(asked);
	if (wholeValue.has(type)) return taken !== "" && taken.toLowerCase().startsWith(asked.toLowerCase().slice(0, 4));
	return true;
}

/** Characters at the end of a text by which an editor is seen to have taken it: it may draw but a part of a long one. */
const SEEN_CHARS = 60;

/** Without what editors add and bend: white space, and marks that nobody sees. */
const bare = (text: string): string => text.replace(/[\s\u200b-\u200d\u2060\ufeff]+/g, "");

/** An editor dresses what is typed, but the end of it stands where the caret is. */
function richHolds(value: string, wanted: string, added: string): boolean {
	if (wanted === "") return bare(value) === "";
	return bare(value).includes(bare(added).slice(-SEEN_CHARS));
}

export function fieldEnd(element: Element, wanted: string, added: string): FieldEnd {
	const { kind, secret, value } = readField(element);
	const holds = kind === "rich" ? richHolds(value, wanted, added) : holdsText(element, wanted);
	const invalid = complaintOf(fieldOf(element), secret);
	return { holds, value, secret, ...(invalid === undefined ? {} : { invalid }) };
}

/** Chrome's words may hold what was typed, and a page's own may too. */
function complaintOf(field: Element, secret: boolean): string | undefined {
	if (!isTextControl(field) || !field.willValidate || field.validity.valid) return undefined;
	if (!secret && field.validationMessage !== "") return field.validationMessage;
	for (const kind in field.validity) if (field.validity[kind as keyof ValidityState]) return kind;
	return undefined;
}

const holdsText = (element: Element, text: string): boolean => {
	const field = fieldOf(element);
	const value = textIn(field);
	return value === text.replace(/\r\n?/g, "\n") || (isTag(field, "input") && sameTyped(field.type, value, text));
};

const sameTyped = (type: string, value: string, text: string): boolean =>
	(type === "number" || wholeValue.has(type)) && sameValue(type, value, text);

export function enterField(element: Element, place: "all" | "end", shadowRootOf: ShadowRootOf): boolean {
	const field = fieldOf(element);
	if (!focusOn(field, shadowRootOf)) return false;
	if (isTextControl(field)) enterControl(field, place);
	else if (textIn(field) !== "") enterText(field, place);
	return true;
}

function enterControl(field: TextControl, place: "all" | "end"): void {
	field.select();
	if (place === "all") return;
	try {
		field.setSelectionRange(field.value.length, field.value.length);
	} catch {
		// Numbers and addresses have no caret that a script may set: with all selected and let go, it stands at the end.
		getSelection()?.collapseToEnd();
	}
}

/** A selection inside a shadow root is that root's own affair. */
function enterText(field: Element, place: "all" | "end"): void {
	const root = rootOf(field) as Document & { getSelection?: () => Selection | null };
	const selection = root.getSelection?.() ?? getSelection();
	selection?.selectAllChildren(field);
	if (place === "end") selection?.collapseToEnd();
}

/** Focus may be handed on, as by a host with `delegatesFocus`, to something inside. */
export function focusOn(element: Element, shadowRootOf: ShadowRootOf): boolean {
	if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false;
	element.focus();
	const focused = focusedElement(document, shadowRootOf);
	return focused === element || isWithin(element, focused) || shadowRootOf(element)?.activeElement !== undefined;
}

/** Through the prototype's own setter: a page's framework watches the property on the element itself. */
export function setField(element: Element, text: string): void {
	const field = fieldOf(element);
	if (!isTextControl(field)) throw new Error("no value to set");
	const prototype = isTag(field, "input") ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
	field.focus();
	Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
	field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
	field.dispatchEvent(new Event("change", { bubbles: true }));
}
