/**
 * What a reader cannot see and a model or a terminal obeys: C0, DEL and C1 controls, the soft hyphen, marks, embeddings,
 * overrides and isolates of direction, zero-width spaces and their kin, line and paragraph separators, the byte-order
 * mark, the tag characters with which words are hidden, and halves of surrogate pairs. The zero-width joiner and
 * non-joiner shape emoji and scripts, and stay.
 */
export const unseen =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found
	/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** As JSON and JavaScript write it: a character beyond the first plane takes two. */
export const escapeUnits = (text: string): string =>
	text
		.split("")
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
		.join("");

/** Shows each of them as an escape, but for those in `kept`. */
export const showUnseen = (text: string, kept = ""): string =>
	text.replace(unseen, (found) => (kept.includes(found) ? found : escapeUnits(found)));
