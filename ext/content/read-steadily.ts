import type { ShadowRootOf } from "./aria/reading.ts";
import { Changes } from "./page-changes.ts";
import { inTurns, Turns } from "./turns.ts";

export interface Steady<T> {
	readonly value: T;
	/** The page changed while it was read, so that the parts may be of different moments. */
	readonly isTorn: boolean;
}

/** Readings begun anew because the page changed under them; after that it is told instead. */
const AGAIN = 1;

/**
 * Reads a document in turns. What changes meanwhile makes it begin anew once; a page that never rests is read all the
 * same, and that is told.
 */
export async function readSteadily<T>(
	document: Document,
	shadowRootOf: ShadowRootOf,
	begin: (shadowRootOf: ShadowRootOf, turns: Turns) => () => T,
): Promise<Steady<T>> {
	const changes = new Changes(document);
	let isTorn = false;
	try {
		for (let attempt = 0; ; attempt++) {
			const turns = new Turns();
			const isVoid = (): boolean => {
				if (!changes.take()) return false;
				if (attempt < AGAIN) return true;
				isTorn = true;
				return false;
			};
			const value = await inTurns(begin(changes.watching(shadowRootOf), turns), turns, isVoid);
			if (value !== undefined) return { value, isTorn };
		}
	} finally {
		changes.end();
	}
}
