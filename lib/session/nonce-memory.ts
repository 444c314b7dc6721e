/** More than a minute of the connections that a listener lets in, and small. */
const REMEMBERED = 1_024;

/** The nonces that extensions sent lately: one that comes again is a replay, or a broken generator. */
export class NonceMemory {
	readonly #seen = new Set<string>();

	/** False when it was seen before. */
	add(nonce: string): boolean {
		if (this.#seen.has(nonce)) return false;
		this.#seen.add(nonce);
		if (this.#seen.size > REMEMBERED) this.#forgetOldest();
		return true;
	}

	#forgetOldest(): void {
		for (const oldest of this.#seen) {
			this.#seen.delete(oldest);
			return;
		}
	}
}
