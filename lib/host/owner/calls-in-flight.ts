import { MonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";

/** How long interrupted calls may take to answer. */
const graceMs = 1_000;

/** The tool calls that run now, so that the owner's end can interrupt them and let their answers leave. */
export class CallsInFlight {
	readonly #clock: Clock;
	readonly #running = new Set<Promise<unknown>>();
	readonly #stopping = new AbortController();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Runs a call with the signal that fires at the owner's end. */
	async track<T>(run: (stopping: AbortSignal) => Promise<T>): Promise<T> {
		const call = run(this.#stopping.signal);
		this.#running.add(call);
		try {
			return await call;
		} finally {
			this.#running.delete(call);
		}
	}

	/** Ends every call with OWNER_GONE; resolves when all have answered, or after a second. */
	async interrupt(): Promise<void> {
		this.#stopping.abort(new MonkError("OWNER_GONE", "monk was stopped during the call"));
		const { promise: tooLong, resolve } = Promise.withResolvers<void>();
		const stopTimer = this.#clock.after(graceMs, resolve);
		await Promise.race([Promise.allSettled(this.#running), tooLong]);
		stopTimer();
	}
}
