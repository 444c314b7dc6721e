import type { ScriptEdit } from "../../catalog/scripts.ts";

export type Edited =
	| { readonly state: "edited"; readonly text: string }
	/** `why` says which edit, counted from 1, and what is wrong with it. */
	| { readonly state: "refused"; readonly why: string };

/** How often a text occurs, counted where it overlaps itself too, as ScriptCat counts. */
function occurrences(text: string, wanted: string): number {
	// Nothing stands between any two characters, and is no text to replace.
	if (wanted === "") return 0;
	let count = 0;
	for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count++;
	return count;
}

/** What edits would make of a source, one after the other, by ScriptCat's own rules. */
export function applyEdits(source: string, edits: readonly ScriptEdit[]): Edited {
	let text = source;
	for (const [index, { oldText, newText, replaceAll }] of edits.entries()) {
		const count = occurrences(text, oldText);
		const edit = edits.length === 1 ? "the text to replace" : `the text of edit ${index + 1}`;
		if (count === 0) return { state: "refused", why: `${edit} does not occur` };
		if (count > 1 && replaceAll !== true) return { state: "refused", why: `${edit} occurs ${count} times` };
		text = replaceAll ? text.split(oldText).join(newText) : text.replace(oldText, () => newText);
	}
	return text === source ? { state: "refused", why: "the edits change nothing" } : { state: "edited", text };
}
