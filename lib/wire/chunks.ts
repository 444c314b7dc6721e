import { limits } from "./limits.ts";
import type { Chunk } from "./message.ts";

/** UTF-16 units a chunk: even where each is three bytes of UTF-8, a chunk stays below the size that calls for chunks. */
const PART_CHARS = limits.chunkBytes / 4;

/**
 * Chunks sent in one turn of the event loop. Not one, because a hidden page's timers may be held back to one a
 * second, and a long picture would then take a minute.
 */
export const CHUNKS_PER_TURN = 8;

export const needsChunks = (text: string): boolean => text.length > limits.chunkBytes;

export function* split(id: string, text: string): Generator<Chunk, void> {
	for (let at = 0; at < text.length; at += PART_CHARS) {
		const part = text.slice(at, at + PART_CHARS);
		yield { kind: "chunk", id, part, isLast: at + PART_CHARS >= text.length };
	}
}

export type Assembled =
	| { readonly state: "partial" }
	| { readonly state: "whole"; readonly text: string }
	| { readonly state: "too-large" };

/** Responses that are half received. Only those that someone waits for are kept, so a peer cannot fill memory. */
export class Assembly {
	readonly #maxChars: number;
	readonly #isAwaited: (id: string) => boolean;
	readonly #parts = new Map<string, { readonly texts: string[]; chars: number }>();

	constructor(maxChars: number, isAwaited: (id: string) => boolean) {
		this.#maxChars = maxChars;
		this.#isAwaited = isAwaited;
	}

	add({ id, part, isLast }: Chunk): Assembled {
		this.#forgetAbandoned();
		if (!this.#isAwaited(id)) return { state: "partial" };
		const known = this.#parts.get(id) ?? { texts: [], chars: 0 };
		known.chars += part.length;
		known.texts.push(part);
		this.#parts.set(id, known);
		if (known.chars > this.#maxChars || this.#parts.size > limits.chunkedAtOnce) return { state: "too-large" };
		if (!isLast) return { state: "partial" };
		this.#parts.delete(id);
		return { state: "whole", text: known.texts.join("") };
	}

	clear(): void {
		this.#parts.clear();
	}

	/** Calls that timed out or were cancelled while their answer was on its way. */
	#forgetAbandoned(): void {
		for (const id of this.#parts.keys()) if (!this.#isAwaited(id)) this.#parts.delete(id);
	}
}
