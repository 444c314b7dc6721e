import { directions, oneLine } from "../../errors/one-line.ts";

/**
 * Text that a page or an extension chose, made safe to print: no terminal escapes, and nothing that turns the
 * direction of the text around it.
 */
export { oneLine };

/** With its line ends and tabs kept. */
export const manyLines = (text: string): string =>
	text
		.replace(/\r\n?/g, "\n")
		.replace(/[\p{Cc}\u2028\u2029]/gu, (found) => (found === "\n" || found === "\t" ? found : ""))
		.replace(directions, "");

const escapeUnits = (found: string): string =>
	found
		.split("")
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
		.join("");

/**
 * A page's words, in which what cannot be seen is shown as an escape: control characters, turns of direction, and the
 * tag characters with which words are hidden from a person and not from a model.
 */
export const visibleLines = (text: string): string =>
	text
		.replace(/\r\n?/g, "\n")
		.replace(/[\p{Cc}\u2028\u2029\u{e0000}-\u{e007f}]/gu, (found) =>
			found === "\n" || found === "\t" ? found : escapeUnits(found),
		)
		.replace(directions, escapeUnits);
