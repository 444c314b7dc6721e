import type { ToolResult } from "../../catalog/control.ts";

export interface Picture {
	/** Counted from 1 for each client. */
	readonly id: number;
	/** Base64. */
	readonly data: string;
	readonly mimeType: string;
}

/** Pictures that are kept, and characters of base64 that they may have together. */
const keptAtMost = 8;
const charsAtMost = 24 * 1024 * 1024;

/** The last pictures that a client was given, so that it can look at one again without taking it anew. Bounded. */
export class Pictures {
	#kept: readonly Picture[] = [];
	#next = 1;

	get all(): readonly Picture[] {
		return this.#kept;
	}

	find(id: number): Picture | undefined {
		return this.#kept.find((picture) => picture.id === id);
	}

	/** Keeps the pictures of a result, if it has any. */
	keep({ content }: ToolResult): void {
		for (const part of content) {
			if (part.type !== "image" || part.data.length > charsAtMost) continue;
			this.#kept = [...this.#kept, { id: this.#next++, data: part.data, mimeType: part.mimeType }].slice(-keptAtMost);
		}
		while (this.#kept.reduce((sum, { data }) => sum + data.length, 0) > charsAtMost) this.#kept = this.#kept.slice(1);
	}
}
