/** Far more than the connections that one owner accepts in a day, and small. */
const REMEMBERED = 1_024;

/**
 * The nonces that proved something lately: one that comes again is a replay, or a broken generator. Those that proved
 * nothing are not kept, or a stranger could push the others out.
 */
export class NonceMemory {
	readonly #seen = new Set<string>();

	has(nonce: string): boolean {
		return this.#seen.has(nonce);
	}

	add(nonce: string): void {
		this.#seen.add(nonce);
		if (this.#seen.size > REMEMBERED) this.#forgetOldest();
	}

	#forgetOldest(): void {
		for (const oldest of this.#seen) {
			this.#seen.delete(oldest);
			return;
		}
	}
}
