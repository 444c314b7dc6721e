/** A line of a difference between two texts: numbers count from 1 in the text that the line is of. */
export interface DiffLine {
	readonly kind: "same" | "gone" | "new";
	readonly number: number;
	readonly text: string;
}

/** Lines that differ at most for a difference to be looked for line by line; past that all between is shown. */
const mostDifferent = 1_000;

/**
 * The shortest way from one list of lines to the other (Myers 1986, "An O(ND) Difference Algorithm"), as the furthest
 * points by number of changes; undefined when it takes too many.
 */
function trace(before: readonly string[], after: readonly string[]): readonly Map<number, number>[] | undefined {
	const rounds: Map<number, number>[] = [];
	let furthest = new Map([[1, 0]]);
	for (let changes = 0; changes <= mostDifferent; changes++) {
		const next = new Map(furthest);
		rounds.push(furthest);
		for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
			const [left, right] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1];
			let x = diagonal === -changes || (diagonal !== changes && left < right) ? right : left + 1;
			while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
			next.set(diagonal, x);
			if (x >= before.length && x - diagonal >= after.length) return [...rounds, next];
		}
		furthest = next;
	}
	return undefined;
}

function walkBack(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
	const rounds = trace(before, after);
	if (rounds === undefined)
		return [...before.map((text, at) => gone(text, at)), ...after.map((text, at) => fresh(text, at))];
	const lines: DiffLine[] = [];
	let [x, y] = [before.length, after.length];
	for (let changes = rounds.length - 2; changes >= 0; changes--) {
		const furthest = rounds[changes] ?? new Map<number, number>();
		const diagonal = x - y;
		const [left, right] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1];
		const isDown = diagonal === -changes || (diagonal !== changes && left < right);
		const fromX = isDown ? right : left;
		const fromY = fromX - (isDown ? diagonal + 1 : diagonal - 1);
		for (; x > fromX && y > fromY; x--, y--) lines.push({ kind: "same", number: y, text: after[y - 1] ?? "" });
		if (changes === 0) break;
		if (isDown) lines.push(fresh(after[fromY] ?? "", fromY));
		else lines.push(gone(before[fromX] ?? "", fromX));
		[x, y] = [fromX, fromY];
	}
	return lines.reverse();
}

const gone = (text: string, at: number): DiffLine => ({ kind: "gone", number: at + 1, text });
const fresh = (text: string, at: number): DiffLine => ({ kind: "new", number: at + 1, text });

/** The difference between two texts, line by line; lines are what lies between line feeds. */
export const diffLines = (before: string, after: string): readonly DiffLine[] =>
	walkBack(before.split("\n"), after.split("\n"));

const signs = { same: " ", gone: "-", new: "+" } as const;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether all line ends of both are alike, so that nobody has to see them. */
const haveOneLineEnd = (...texts: readonly string[]): boolean =>
	texts.every((text) => count(text, /\r/g) === count(text, /\r\n/g) && count(text, /\r\n/g) === count(text, /\n/g));

const showReturns = (text: string): string => text.replaceAll("\r", "\\r");

/** A difference for a person: changed lines with some around them, stretches headed by the number of their first line. */
export function diffText(before: string, after: string, around = 3): string {
	const lines = diffLines(before, after);
	const shown = haveOneLineEnd(before, after) ? (text: string) => text.replace(/\r$/, "") : showReturns;
	const near = new Set<number>();
	for (const [at, { kind }] of lines.entries())
		if (kind !== "same") for (let index = at - around; index <= at + around; index++) near.add(index);
	let last = -1;
	return lines
		.flatMap((line, at) => {
			if (!near.has(at)) return [];
			const head = at === last + 1 && last >= 0 ? [] : [`@@ line ${line.number} @@`];
			last = at;
			return [...head, `${signs[line.kind]}${shown(line.text)}`];
		})
		.join("\n");
}
