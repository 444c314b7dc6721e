/**
 * Single edits of a JSON text with comments. A formatter would lay out the neighbours anew and move their comments;
 * these touch nothing but the place of the edit, and write as the lines around it are written.
 */
import { createScanner, type Node } from "jsonc-parser";

/** Kinds of tokens (jsonc-parser's SyntaxKind, a const enum that is not there at run time). */
const comma = 5;
const lineComment = 12;
const blockComment = 13;
const lineBreak = 14;
const space = 15;

/** The property of that name. Throws when it stands there twice, since parsers differ in which of the two they take. */
export function propertyOf(object: Node, key: string): Node | undefined {
	const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
	if (found.length > 1) throw new Error(`${JSON.stringify(key)} stands there twice`);
	return found[0];
}

interface Following {
	/** Behind the comma after a value, if there is one. */
	readonly commaEnd: number | undefined;
	/** Behind the comments that stand in the value's own line. */
	readonly lineEnd: number;
}

/** What follows a value that ends at `offset`. */
function following(text: string, offset: number): Following {
	const scanner = createScanner(text, false);
	scanner.setPosition(offset);
	let commaEnd: number | undefined;
	let lineEnd = offset;
	let isSameLine = true;
	for (;;) {
		const token: number = scanner.scan();
		const end = scanner.getTokenOffset() + scanner.getTokenLength();
		if (token === comma && commaEnd === undefined) {
			commaEnd = end;
			if (isSameLine) lineEnd = end;
		} else if (token === lineBreak) isSameLine = false;
		else if (token === lineComment || token === blockComment) {
			if (isSameLine) lineEnd = end;
		} else if (token !== space) return { commaEnd, lineEnd };
	}
}

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** One step of the file's own indentation, two spaces where it has none yet. */
function stepOf(text: string): string {
	const indent = /\n([ \t]+)["}\]/]/.exec(text)?.[1];
	return indent === undefined ? "  " : indent.startsWith("\t") ? "\t" : indent.slice(0, 8);
}

/** What stands before an offset in its line, when that is nothing but space. */
function indentAt(text: string, offset: number): string | undefined {
	const before = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
	return /^[ \t]*$/.test(before) ? before : undefined;
}

/** The indentation of the line that an offset is in. */
const lineIndent = (text: string, offset: number): string =>
	/^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0] ?? "";

const written = (text: string, value: unknown, indent: string): string =>
	JSON.stringify(value, null, stepOf(text)).replaceAll("\n", `${eolOf(text)}${indent}`);

const splice = (text: string, from: number, to: number, put: string): string =>
	`${text.slice(0, from)}${put}${text.slice(to)}`;

/** Adds a property behind the last one of an object. */
export function insertProperty(text: string, object: Node, key: string, value: unknown): string {
	const last = object.children?.at(-1);
	return last === undefined ? fill(text, object, key, value) : append(text, last, key, value);
}

function append(text: string, last: Node, key: string, value: unknown): string {
	const end = last.offset + last.length;
	const { commaEnd, lineEnd } = following(text, end);
	const indent = indentAt(text, last.offset);
	const name = `${JSON.stringify(key)}: `;
	// All in one line, as its neighbours are.
	if (indent === undefined) {
		const property = `${name}${JSON.stringify(value)}`;
		return commaEnd === undefined
			? splice(text, end, end, `, ${property}`)
			: splice(text, commaEnd, commaEnd, ` ${property},`);
	}
	const property = `${eolOf(text)}${indent}${name}${written(text, value, indent)}`;
	if (commaEnd !== undefined) {
		const at = Math.max(lineEnd, commaEnd);
		return splice(text, at, at, `${property},`);
	}
	return splice(splice(text, lineEnd, lineEnd, property), end, end, ",");
}

/** Into an object without properties, behind the comments that it may hold. */
function fill(text: string, object: Node, key: string, value: unknown): string {
	const eol = eolOf(text);
	const close = object.offset + object.length - 1;
	const base = lineIndent(text, object.offset);
	const indent = `${base}${stepOf(text)}`;
	const from = text.slice(0, close).trimEnd().length;
	return splice(
		text,
		from,
		close,
		`${eol}${indent}${JSON.stringify(key)}: ${written(text, value, indent)}${eol}${base}`,
	);
}

export const replaceValue = (text: string, node: Node, value: unknown): string =>
	splice(text, node.offset, node.offset + node.length, written(text, value, lineIndent(text, node.offset)));

/** Takes a property out with the line that it leaves empty; the comma before it goes when it was the last. */
export function removeProperty(text: string, property: Node): string {
	const siblings = property.parent?.children ?? [];
	const before = siblings[siblings.indexOf(property) - 1];
	const isLast = siblings.at(-1) === property;
	const { commaEnd } = following(text, property.offset + property.length);
	const to = commaEnd ?? property.offset + property.length;
	const indent = indentAt(text, property.offset);
	const from = indent === undefined ? property.offset : property.offset - indent.length;
	const start = indent === undefined ? from : text.slice(0, from).replace(/\r?\n$/, "").length;
	const without = splice(text, start, to, "");
	if (!isLast || commaEnd !== undefined || before === undefined) return without;
	const commaBefore = following(text, before.offset + before.length).commaEnd;
	return commaBefore === undefined ? without : splice(without, commaBefore - 1, commaBefore, "");
}
