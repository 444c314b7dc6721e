/** What to look for in a snapshot's lines. */
export type Query =
	/** Anywhere in a line, letter case ignored. */
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "regex"; readonly source: string; readonly flags: string };

export interface FindOptions {
	/** Lines shown before and after each hit. */
	readonly context: number;
	/** Hits after which the rest is only counted. */
	readonly maxHits: number;
}

export interface Hits {
	/** Hits in all, those not shown included. */
	readonly count: number;
	/** Runs of lines in their order, each below the lines that it is nested in; `…` stands for what lies between. */
	readonly text: string;
}

/**
 * Searches rendered lines. A hit comes with the lines that it stands in, outermost first, so that it can be placed
 * and its nearest ref is seen. Throws a SyntaxError for a regular expression that is none.
 */
export function findInLines(lines: readonly string[], query: Query, options: FindOptions): Hits {
	const isHit = matcher(query);
	const hits = lines.flatMap((line, index) => (isHit(line) ? [index] : []));
	const shown = new Set<number>();
	for (const hit of hits.slice(0, options.maxHits)) {
		for (const outer of outerLines(lines, hit)) shown.add(outer);
		const last = Math.min(hit + options.context, lines.length - 1);
		for (let index = Math.max(hit - options.context, 0); index <= last; index++) shown.add(index);
	}
	return { count: hits.length, text: join(lines, shown) };
}

function matcher(query: Query): (line: string) => boolean {
	if (query.kind === "text") {
		const wanted = query.text.toLowerCase();
		return (line) => line.toLowerCase().includes(wanted);
	}
	const regex = new RegExp(query.source, query.flags.replace(/[gy]/g, ""));
	return (line) => regex.test(line);
}

const indentOf = (line: string): number => line.search(/\S/);

function outerLines(lines: readonly string[], from: number): readonly number[] {
	const outer: number[] = [];
	let indent = indentOf(lines[from] ?? "");
	for (let index = from - 1; index >= 0 && indent > 0; index--) {
		const here = indentOf(lines[index] ?? "");
		if (here >= indent) continue;
		outer.push(index);
		indent = here;
	}
	return outer;
}

/** As many whole lines as fit; one that is too long by itself is cut. `…` stands for the rest. */
export function firstLines(text: string, maxChars: number): string {
	if (text.length <= maxChars) return text;
	const room = text.slice(0, maxChars - 2);
	const end = room.lastIndexOf("\n");
	return end > 0 ? `${room.slice(0, end)}\n…` : `${room}…`;
}

function join(lines: readonly string[], shown: ReadonlySet<number>): string {
	const parts: string[] = [];
	let last = -1;
	for (const index of [...shown].sort((a, b) => a - b)) {
		if (index > last + 1) parts.push("…");
		parts.push(lines[index] ?? "");
		last = index;
	}
	if (last >= 0 && last < lines.length - 1) parts.push("…");
	return parts.join("\n");
}
