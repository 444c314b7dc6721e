import { attribute } from "./dom.ts";

/**
 * The text of `::before` or `::after`, by CSS Generated Content 3 §2.1: strings and `attr()`, or the alternative text
 * after the slash. Images and counters have no words of their own.
 */
export function pseudoText(element: Element, pseudo: "::before" | "::after"): string {
	const style = getComputedStyle(element, pseudo);
	const { content } = style;
	if (content === "none" || content === "normal" || content === "") return "";
	if (style.display === "none" || style.visibility !== "visible") return "";
	const text = contentWords(content, (name) => attribute(element, name) ?? "");
	return /^inline$|^contents$/.test(style.display) ? text : ` ${text} `;
}

const token = /"((?:[^"\\]|\\[\s\S])*)"|attr\(\s*([^\s,)]+)[^)]*\)|[a-z-]+\((?:"(?:[^"\\]|\\[\s\S])*"|[^")])*\)|(\/)/gi;

/** What a computed `content` value says in words. */
export function contentWords(content: string, attributeOf: (name: string) => string): string {
	let words = "";
	let alternative = false;
	for (const [, string, name, slash] of content.matchAll(token)) {
		if (slash !== undefined) alternative = true;
		if (slash !== undefined) words = "";
		else if (string !== undefined) words += unescapeCss(string);
		else if (name !== undefined) words += attributeOf(name);
	}
	// What stands for a picture is a word of its own, in Chromium too.
	return alternative && words !== "" ? ` ${words} ` : words;
}

/** CSS Syntax 3 §4.3.7: six hex digits at most, one space after them swallowed. */
const unescapeCss = (text: string): string =>
	text.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, hex: string | undefined, character: string | undefined) =>
		hex === undefined ? (character ?? "") : codePoint(Number.parseInt(hex, 16)),
	);

const codePoint = (value: number): string => (value === 0 || value > 0x10ffff ? "\ufffd" : String.fromCodePoint(value));
