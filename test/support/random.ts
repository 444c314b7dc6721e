import type { Random } from "../../lib/wire/transport.ts";

/** Seeded generator (mulberry32): the same seed gives the same run, so a failure can be repeated from its seed. */
export class SeededRandom implements Random {
	#state: number;
	readonly seed: number;

	constructor(seed: number) {
		this.seed = seed;
		this.#state = seed >>> 0;
	}

	/** A whole number from 0 to `below` - 1. */
	int(below: number): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let t = this.#state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
	}

	pick<T>(values: readonly [T, ...T[]]): T {
		return values[this.int(values.length)] ?? values[0];
	}

	bytes(length: number): Uint8Array<ArrayBuffer> {
		return Uint8Array.from({ length }, () => this.int(256));
	}

	/** Any UTF-16 at all: letters, quotes, control characters, emoji, lone surrogates. */
	text(maxLength: number): string {
		const unit = () =>
			this.int(4) === 0 ? this.int(0x10000) : this.pick([0x22, 0x5c, 0x7b, 0x7d, 0x0a, 0x41, 0x61, 0xd83d, 0xde00]);
		return String.fromCharCode(...Array.from({ length: this.int(maxLength + 1) }, unit));
	}

	/** Any JSON value, at most `depth` deep. */
	json(depth = 3): unknown {
		switch (this.int(depth > 0 ? 7 : 5)) {
			case 0:
				return null;
			case 1:
				return this.int(2) === 0;
			case 2:
				return this.int(2000) - 1000;
			case 3:
				return this.text(12);
			case 4:
				return this.int(1_000_000) / 1000;
			case 5:
				return Array.from({ length: this.int(4) }, () => this.json(depth - 1));
			default:
				return Object.fromEntries(
					Array.from({ length: this.int(4) }, () => [`k${this.text(3)}`, this.json(depth - 1)]),
				);
		}
	}
}
