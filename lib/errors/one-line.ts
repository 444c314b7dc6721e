/** What turns the direction of the text around it. */
export const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * What nobody sees and a model reads: the soft hyphen, zero-width spaces and their kin, and the tag characters, with
 * which words are hidden. The zero-width joiner and non-joiner shape emoji and scripts, and stay.
 */
const hidden = /[\u00AD\u180E\u200B\u2060-\u2065\u206A-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu;

/** Words that somebody else chose, on one line: titles, names, addresses, and what goes wrong. */
export const oneLine = (text: string): string =>
	text
		.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
		.replace(directions, "")
		.replace(hidden, "")
		.trim();
