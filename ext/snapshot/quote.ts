/**
 * How words of a page are written into a snapshot's lines. Exact and reversible: what is printed plainly is the text
 * itself, everything else is a JSON string. Characters that a reader cannot see, or that turn the direction of what
 * follows, are escaped, so that a page's words can neither hide nor pose as ours.
 */
import { escapeUnits, showUnseen, unseen } from "../../lib/errors/unseen.ts";

const short: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A JSON string on one line. */
export const quote = (text: string): string =>
	`"${showUnseen(text.replace(/["\\\n\r\t]/g, (character) => short[character] ?? character))}"`;

/** As a note in square brackets, which must not end early. */
export const inBrackets = (text: string): string => showUnseen(text.replace(/[[\]]/g, escapeUnits));

/** YAML 1.2 §7.3.3: what a plain scalar must not begin with, hold, or end with; and what is not seen. */
const notPlain = /^[\s\-?:,[\]{}#&*!|>'"%@`~]|^$|: |:$| #|\s$/;

/** A value after `: `, plain where that is exact. */
export const scalar = (text: string): string => (notPlain.test(text) || text.search(unseen) >= 0 ? quote(text) : text);

/** The part before the colon; YAML needs quotes around one that holds a colon or a comment sign of its own. */
export const key = (text: string): string => (/: |:$| #/.test(text) ? `'${text.replaceAll("'", "''")}'` : text);
