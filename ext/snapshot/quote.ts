/**
 * How words of a page are written into a snapshot's lines. Exact and reversible: what is printed plainly is the text
 * itself, everything else is a JSON string. Characters that a reader cannot see, or that turn the direction of what
 * follows, are escaped, so that a page's words can neither hide nor pose as ours.
 */

// C0, DEL and C1 controls, soft hyphen, Arabic letter mark, zero-width space and marks of direction, line and
// paragraph separators, embeddings, overrides and isolates, word joiner and its kin, byte-order mark, tag characters,
// and halves of surrogate pairs. The zero-width joiner and non-joiner shape emoji and scripts, and stay.
const unseen =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found
	/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
const escapeUnseen = (match: string): string => match.split("").map(escapeUnit).join("");

const short: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A JSON string on one line. */
export const quote = (text: string): string =>
	`"${text.replace(/["\\\n\r\t]/g, (character) => short[character] ?? character).replace(unseen, escapeUnseen)}"`;

/** As a note in square brackets, which must not end early. */
export const inBrackets = (text: string): string =>
	text.replace(/[[\]\n\r\t]/g, escapeUnit).replace(unseen, escapeUnseen);

/** YAML 1.2 §7.3.3: what a plain scalar must not begin with, hold, or end with; and what is not seen. */
const notPlain = /^[\s\-?:,[\]{}#&*!|>'"%@`~]|^$|: |:$| #|\s$/;

/** A value after `: `, plain where that is exact. */
export const scalar = (text: string): string => (notPlain.test(text) || text.search(unseen) >= 0 ? quote(text) : text);

/** The part before the colon; YAML needs quotes around one that holds a colon or a comment sign of its own. */
export const key = (text: string): string => (/: |:$| #/.test(text) ? `'${text.replaceAll("'", "''")}'` : text);
