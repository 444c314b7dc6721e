import { MonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";

/** Milliseconds for calls to end by themselves when the owner ends; with the rest of its end below two seconds. */
const drainMs = 1_000;

/** Milliseconds that interrupted calls may take to answer. */
const graceMs = 400;

/** The tool calls that run now, so that the owner's end can wait for them, and interrupt those that take long. */
export class CallsInFlight {
	readonly #clock: Clock;
	readonly #running = new Set<Promise<unknown>>();
	readonly #stopping = new AbortController();
	#isEnding = false;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Whether the owner is on its way out. */
	get isEnding(): boolean {
		return this.#isEnding;
	}

	/**
	 * Runs a call with the signal that fires at the owner's end.
	 *
	 * @throws MonkError OWNER_STOPPING when the owner takes no more: the call has not begun
	 */
	async track<T>(run: (stopping: AbortSignal) => Promise<T>): Promise<T> {
		if (this.#isEnding) throw new MonkError("OWNER_STOPPING", "monk is stopping and takes no more calls");
		const call = run(this.#stopping.signal);
		this.#running.add(call);
		try {
			return await call;
		} finally {
			this.#running.delete(call);
		}
	}

	/** Begins nothing more from here on. */
	close(): void {
		this.#isEnding = true;
	}

	/** Lets calls end for a second, then ends the others with OWNER_GONE; resolves when all have answered, or soon. */
	async end(): Promise<void> {
		this.close();
		await this.#allOrAfter(drainMs);
		this.#stopping.abort(new MonkError("OWNER_GONE", "monk was stopped during the call"));
		await this.#allOrAfter(graceMs);
	}

	async #allOrAfter(ms: number): Promise<void> {
		if (this.#running.size === 0) return;
		const { promise: tooLong, resolve } = Promise.withResolvers<void>();
		const stopTimer = this.#clock.after(ms, resolve);
		await Promise.race([Promise.allSettled(this.#running), tooLong]);
		stopTimer();
	}
}
