import { deltaOf } from "./delta.ts";
import type { PageFacts } from "./handler.ts";

/** A snapshot that a client was given, whole or as a delta: it can lay the next one over it. */
export interface Kept {
	readonly id: string;
	/** Which tab, and which part of it how filtered: only like can be compared with like. */
	readonly of: string;
	readonly text: string;
	/** Where it was read. */
	readonly page: PageFacts;
}

/** What is told of a snapshot to a client that keeps its own. */
export interface Told {
	readonly id: string;
	readonly text: string;
	/** The snapshot over which `text` is to be laid; absent when it is whole. */
	readonly base?: string;
}

/** Characters below which a delta saves too little to be worth laying it over another. */
const WORTH_CHARS = 1_500;

/**
 * The last snapshots that one client was given. Bounded: the oldest go first, and a delta is then refused, never made
 * from something else.
 */
export class SnapshotMemory {
	#kept: readonly Kept[] = [];
	#next = 1;
	readonly #limit: number;

	constructor(limit = 8) {
		this.#limit = limit;
	}

	/** The last one of a view, if it is still kept. */
	lastOf(view: string): Kept | undefined {
		return this.#kept.findLast(({ of }) => of === view);
	}

	find(id: string): Kept | undefined {
		return this.#kept.find((kept) => kept.id === id);
	}

	/** What is still kept, the oldest first. */
	get all(): readonly Kept[] {
		return this.#kept;
	}

	keep(of: string, text: string, page: PageFacts): string {
		const id = `s${this.#next++}`;
		this.#kept = [...this.#kept, { id, of, text, page }].slice(-this.#limit);
		return id;
	}

	/**
	 * Keeps a snapshot and says how to tell it: as changes to `base` where that is `always` wanted, or where it is much
	 * shorter, and whole otherwise.
	 */
	tell(now: Omit<Kept, "id">, base: Kept | undefined, when: "always" | "when shorter"): Told {
		const { of, text, page } = now;
		const id = this.keep(of, text, page);
		if (base === undefined || base.of !== of) return { id, text };
		if (when === "when shorter" && text.length < WORTH_CHARS) return { id, text };
		const delta = deltaOf(base.text, text);
		const isShort = when === "always" ? delta.length < text.length : delta.length <= text.length / 2;
		return isShort ? { id, text: delta === "" ? "# nothing changed" : delta, base: base.id } : { id, text };
	}
}
