/** Levenshtein's distance: single-character edits from one word to the other. */
function distance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (const [index, letter] of [...from].entries()) {
		const above = row;
		row = [index + 1];
		for (let column = 1; column <= to.length; column++) {
			const swap = (above[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
			row.push(Math.min(swap, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1));
		}
	}
	return row[to.length] ?? 0;
}

const bare = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The known word that `word` was probably meant to be, when one is close enough to be worth saying. */
export function nearest(word: string, known: readonly string[]): string | undefined {
	const asked = bare(word.slice(0, 64));
	let best: { readonly name: string; readonly edits: number } | undefined;
	for (const name of known) {
		const edits = bare(name).endsWith(asked) && asked.length > 2 ? 0 : distance(asked, bare(name));
		if (edits < (best?.edits ?? Math.max(2, asked.length / 3 + 1))) best = { name, edits };
	}
	return best?.name;
}
