/** A call that waits for its answer. Exactly one of `resolve` and `reject` is called, once. */
export interface PendingCall {
	resolve(result: unknown): void;
	reject(reason: Error): void;
}

/** Calls in flight in one direction, by our own ids: decimal, counted from "1", never reused. */
export class PendingCalls {
	readonly #calls = new Map<string, PendingCall>();
	#last = 0;

	get size(): number {
		return this.#calls.size;
	}

	nextId(): string {
		this.#last += 1;
		return String(this.#last);
	}

	has(id: string): boolean {
		return this.#calls.has(id);
	}

	add(id: string, call: PendingCall): void {
		this.#calls.set(id, call);
	}

	/** Undefined when the id is unknown or was taken before: whoever takes a call answers it. */
	take(id: string): PendingCall | undefined {
		const call = this.#calls.get(id);
		this.#calls.delete(id);
		return call;
	}

	takeAll(): PendingCall[] {
		const calls = [...this.#calls.values()];
		this.#calls.clear();
		return calls;
	}
}
