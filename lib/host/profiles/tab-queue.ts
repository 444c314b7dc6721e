import { MonkError } from "../../errors/error.ts";

const cancelled = (signal: AbortSignal): MonkError =>
	signal.reason instanceof MonkError ? signal.reason : new MonkError("CANCELLED", "the call was cancelled");

/**
 * One queue per key, first in, first out: calls to one tab run one at a time and in order, other tabs are not
 * held up. A call that is cancelled while it waits leaves at once and never runs.
 */
export class TabQueues {
	readonly #tails = new Map<string, Promise<void>>();

	/**
	 * Runs `job` when its turn comes and passes on what it gives. A job that fails does not stop those behind it.
	 *
	 * @throws MonkError CANCELLED (or the signal's own MonkError) when `signal` fires before the turn
	 */
	async run<T>(key: string, signal: AbortSignal, job: () => Promise<T>): Promise<T> {
		const before = this.#tails.get(key) ?? Promise.resolve();
		const { promise: done, resolve: leave } = Promise.withResolvers<void>();
		// Whoever leaves early must not let those behind it overtake the call that still runs.
		const tail = before.then(() => done);
		this.#tails.set(key, tail);
		try {
			await turn(before, signal);
			return await job();
		} finally {
			leave();
			void tail.then(() => {
				if (this.#tails.get(key) === tail) this.#tails.delete(key);
			});
		}
	}

	/** Queues that hold or run something, for tests and status. */
	get size(): number {
		return this.#tails.size;
	}
}

async function turn(before: Promise<void>, signal: AbortSignal): Promise<void> {
	if (signal.aborted) throw cancelled(signal);
	const { promise, reject } = Promise.withResolvers<never>();
	const onAbort = () => reject(cancelled(signal));
	signal.addEventListener("abort", onAbort, { once: true });
	try {
		await Promise.race([before, promise]);
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}
