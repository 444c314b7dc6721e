/**
 * Text that a page or an extension chose, made safe to print: no terminal escapes, and nothing that turns the
 * direction of the text around it.
 */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** On one line: titles, names, addresses. */
export const oneLine = (text: string): string =>
	text
		.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
		.replace(directions, "")
		.trim();

/** With its line ends and tabs kept. */
export const manyLines = (text: string): string =>
	text
		.replace(/\r\n?/g, "\n")
		.replace(/[\p{Cc}\u2028\u2029]/gu, (found) => (found === "\n" || found === "\t" ? found : ""))
		.replace(directions, "");
