import type { ShadowRootOf } from "./aria/reading.ts";
import { Changes } from "./page-changes.ts";
import { inTurns, Turns } from "./turns.ts";

export interface Steady<T> {
	readonly value: T;
	/** The page changed while it was read, so that the parts may be of different moments. */
	readonly isTorn: boolean;
	/** There was no time to read all of it. */
	readonly isLate: boolean;
	/** When the turn ends in which it was finished, by `performance.now()`. */
	readonly turnEnd: number;
}

/** Readings begun anew because the page changed under them; after that it is told instead. */
const AGAIN = 1;

/** Of the time for a reading, how much may be gone when it is begun anew: the rest must do for all of it. */
const AGAIN_PART = 0.3;

/**
 * Reads a document in turns. What changes meanwhile makes it begin anew once; a page that never rests is read all the
 * same, and that is told. `until`: milliseconds since the epoch after which what was not read yet is left out.
 */
export async function readSteadily<T>(
	document: Document,
	shadowRootOf: ShadowRootOf,
	until: number | undefined,
	begin: (shadowRootOf: ShadowRootOf, turns: Turns) => () => T,
): Promise<Steady<T>> {
	const changes = new Changes(document);
	let isTorn = false;
	const began = Date.now();
	const mayBeginUntil = until === undefined ? Number.POSITIVE_INFINITY : began + AGAIN_PART * (until - began);
	try {
		for (let attempt = 0; ; attempt++) {
			const turns = new Turns(until);
			const isVoid = (): boolean => {
				if (!changes.take()) return false;
				if (attempt < AGAIN && Date.now() < mayBeginUntil) return true;
				isTorn = true;
				return false;
			};
			const between = { leave: () => changes.begin(), isVoid };
			const value = await inTurns(begin(changes.watching(shadowRootOf), turns), turns, between);
			if (value !== undefined) return { value, isTorn, isLate: turns.isLate, turnEnd: turns.end };
		}
	} finally {
		changes.end();
	}
}
