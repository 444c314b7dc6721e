/** One line of the table: a thing measured, beside the floor that was measured in the same run. */
export interface Row {
	readonly what: string;
	/** In the bench's unit. */
	readonly median: number;
	readonly p95: number;
	readonly runs: number;
	/** What the median is compared with, and its own median in milliseconds; absent for a floor itself. */
	readonly floor?: { readonly what: string; readonly median: number };
	/** What else the reader should know, such as a size. */
	readonly note?: string;
}

export interface Bench {
	/** Heading of its part of the table. */
	readonly title: string;
	/** Of median and p95; milliseconds when left out. */
	readonly unit?: "ms" | "MB";
	run(): Promise<readonly Row[]>;
}

export interface Figures {
	readonly median: number;
	readonly p95: number;
	readonly runs: number;
}

/** Nearest rank: no figure is shown that was not measured. */
const rank = (sorted: readonly number[], share: number): number =>
	sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

export function figuresOf(samples: readonly number[]): Figures {
	const sorted = samples.toSorted((a, b) => a - b);
	return { median: rank(sorted, 0.5), p95: rank(sorted, 0.95), runs: sorted.length };
}

/** Milliseconds that one run of `work` takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

/**
 * Measures several things turn by turn, so that a change in the machine's load falls on all of them alike. The first
 * round warms up and is not counted.
 */
export async function alternate<K extends string>(
	rounds: number,
	works: Readonly<Record<K, () => Promise<unknown>>>,
): Promise<Readonly<Record<K, Figures>>> {
	const names = Object.keys(works) as K[];
	const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
	for (let round = 0; round <= rounds; round++) {
		for (const name of names) {
			const took = await time(works[name]);
			if (round > 0) samples[name].push(took);
		}
	}
	return Object.fromEntries(names.map((name) => [name, figuresOf(samples[name])])) as Record<K, Figures>;
}
