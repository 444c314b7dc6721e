import type { IncomingFile } from "../content-api.ts";
import { closestMatch, isElement, isTag, rectOf } from "./aria/dom.ts";
import { type Reading, shownChildren } from "./aria/reading.ts";

const isFileInput = (element: Element | null | undefined): element is HTMLInputElement =>
	!!element && isTag(element, "input") && element.type === "file";

function* fileInputsIn(element: Element, reading: Reading): Generator<HTMLInputElement> {
	for (const child of shownChildren(element, reading)) {
		if (!isElement(child)) continue;
		if (isFileInput(child)) yield child;
		else yield* fileInputsIn(child, reading);
	}
}

/** The file input that an element is, labels, lies in the label of, or holds as its only one. */
export function fileInputOf(element: Element, reading: Reading): HTMLInputElement | undefined {
	if (isFileInput(element)) return element;
	const label = isTag(element, "label") ? element : closestMatch(element, "label");
	const control = label && isTag(label, "label") ? label.control : null;
	if (isFileInput(control)) return control;
	const [only, second] = fileInputsIn(element, reading);
	return second === undefined ? only : undefined;
}

/** What a press would do something with; anything else may be a place to drop on. */
export const isPressed = (element: Element): boolean =>
	closestMatch(element, "button, a[href], summary, [role=button], [role=link], [role=menuitem]") !== null;

/** Files whose bytes are on their way, in pieces. */
let incoming: readonly (IncomingFile & { readonly parts: Uint8Array<ArrayBuffer>[] })[] = [];

export function receiveFiles(files: readonly IncomingFile[]): void {
	incoming = files.map((file) => ({ ...file, parts: [] }));
}

export function receiveBytes(file: number, base64: string): void {
	const text = atob(base64);
	const bytes = new Uint8Array(text.length);
	for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
	incoming[file]?.parts.push(bytes);
}

function received(): DataTransfer {
	const transfer = new DataTransfer();
	for (const { parts, name, type, lastModified } of incoming)
		transfer.items.add(new File(parts, name, { type, lastModified }));
	incoming = [];
	return transfer;
}

/** Puts the received files into a file input, which may be in no document, and tells the page. */
export function giveFiles(input: Element): boolean {
	if (!isFileInput(input)) return false;
	input.files = received().files;
	input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
	input.dispatchEvent(new Event("change", { bubbles: true }));
	return true;
}

/** Drops the received files on an element. False when the page did not take them. */
export function dropFiles(element: Element): boolean {
	const { x, y, width, height } = rectOf(element);
	const dataTransfer = received();
	const place = { clientX: x + width / 2, clientY: y + height / 2 };
	const send = (type: string): boolean =>
		element.dispatchEvent(
			new DragEvent(type, { ...place, dataTransfer, bubbles: true, cancelable: true, composed: true }),
		);
	send("dragenter");
	// A page says by cancelling these that it takes what is dropped.
	const isWelcome = !send("dragover");
	if (!isWelcome) {
		send("dragleave");
		return false;
	}
	send("drop");
	return true;
}

/** The input for which the page asked for files last, which may be in no document. */
let chooser: WeakRef<HTMLInputElement> | undefined;

/** Inputs whose chooser was answered before anybody could keep it. */
const ended = new WeakSet<Element>();

export function keepChooser(input: Element): void {
	chooser = isFileInput(input) && !ended.delete(input) ? new WeakRef(input) : undefined;
}

export function endChooser(input: Element): void {
	ended.add(input);
}

export const keptChooser = (): HTMLInputElement | undefined => chooser?.deref();

export function forgetChooser(): void {
	chooser = undefined;
}
