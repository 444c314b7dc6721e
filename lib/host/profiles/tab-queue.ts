import { MonkError } from "../../errors/error.ts";

const cancelled = (signal: AbortSignal): MonkError =>
	signal.reason instanceof MonkError ? signal.reason : new MonkError("CANCELLED", "the call was cancelled");

/** A call that waits for its turn. */
interface Waiter {
	begin(): void;
}

/** Who waits at one tab, by client; the client whose turn is next stands first. */
type Lanes = Map<unknown, readonly Waiter[]>;

/**
 * One queue per key: calls to one tab run one at a time, other tabs are not held up. A client's calls keep their order;
 * clients take turns, so that one that asks for a great deal does not keep the others waiting for all of it. A call
 * that is cancelled while it waits leaves at once and never runs.
 */
export class TabQueues {
	/** What waits behind the call that runs; a key without one has neither. */
	readonly #busy = new Map<string, Lanes>();

	/**
	 * Runs `job` when its turn comes and passes on what it gives. A job that fails does not stop those behind it.
	 *
	 * @param lane whose call it is; calls that name none share one
	 * @throws MonkError CANCELLED (or the signal's own MonkError) when `signal` fires before the turn
	 */
	async run<T>(key: string, signal: AbortSignal, job: () => Promise<T>, lane?: unknown): Promise<T> {
		if (signal.aborted) throw cancelled(signal);
		const lanes = this.#busy.get(key);
		if (lanes === undefined) this.#busy.set(key, new Map());
		else await turn(lanes, lane, signal);
		try {
			// It may have been cancelled in the very moment of its turn.
			if (signal.aborted) throw cancelled(signal);
			return await job();
		} finally {
			this.#next(key);
		}
	}

	/** Queues that hold or run something, for tests and status. */
	get size(): number {
		return this.#busy.size;
	}

	#next(key: string): void {
		const lanes = this.#busy.get(key);
		const waiter = lanes && takeFirst(lanes);
		if (waiter) waiter.begin();
		else this.#busy.delete(key);
	}
}

/** The first call of the client whose turn it is; that client then stands behind the others. */
function takeFirst(lanes: Lanes): Waiter | undefined {
	for (const [lane, [first, ...rest]] of lanes) {
		lanes.delete(lane);
		if (rest.length > 0) lanes.set(lane, rest);
		return first;
	}
	return undefined;
}

function leave(lanes: Lanes, lane: unknown, waiter: Waiter): void {
	const left = (lanes.get(lane) ?? []).filter((other) => other !== waiter);
	if (left.length > 0) lanes.set(lane, left);
	else lanes.delete(lane);
}

async function turn(lanes: Lanes, lane: unknown, signal: AbortSignal): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const waiter: Waiter = { begin: resolve };
	const onAbort = () => {
		leave(lanes, lane, waiter);
		reject(cancelled(signal));
	};
	lanes.set(lane, [...(lanes.get(lane) ?? []), waiter]);
	signal.addEventListener("abort", onAbort, { once: true });
	try {
		await promise;
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}
