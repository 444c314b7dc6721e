import { MonkError } from "../../errors/error.ts";
import type { Peer } from "../../wire/peer.ts";
import type { Clock } from "../../wire/transport.ts";

/**
 * Milliseconds for a script manager whose connection dropped to be back. It redials after 2 s, or at once when its
 * worker was restarted, and then 4 s later.
 */
const redialMs = 8_000;

/** One connection that is ready for calls. */
export interface Line {
	readonly peer: Peer;
	readonly methods: ReadonlySet<string>;
}

/** Whether the script manager is here, by which connection, and since when it is not. */
export class Presence {
	readonly #clock: Clock;
	readonly #listeners = new Set<() => void>();
	#line: Line | undefined;
	/** When the last connection was lost, or when this owner began to wait for the first. */
	#awaySince: number;

	constructor(clock: Clock) {
		this.#clock = clock;
		this.#awaySince = clock.now();
	}

	get line(): Line | undefined {
		return this.#line;
	}

	/** Calls `listener` whenever it comes or goes; the returned function ends that. */
	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Takes the place of the line before, which is given back. */
	came(line: Line): Line | undefined {
		const before = this.#line;
		this.#line = line;
		this.#tell();
		return before;
	}

	/** Does nothing when another line has taken its place. */
	went(line: Line): void {
		if (this.#line !== line) return;
		this.#line = undefined;
		this.#awaySince = this.#clock.now();
		this.#tell();
	}

	/** Waits for one that was here a moment ago. Rejects with CANCELLED. */
	async back(signal: AbortSignal): Promise<Line | undefined> {
		const leftMs = this.#awaySince + redialMs - this.#clock.now();
		if (this.#line === undefined && leftMs > 0) await this.wait(leftMs, signal, () => this.#line !== undefined);
		return this.#line;
	}

	/** Resolves at a change after which `isEnough`, or when the time is over. Rejects with CANCELLED. */
	wait(withinMs: number, signal: AbortSignal, isEnough: () => boolean): Promise<void> {
		if (isEnough()) return Promise.resolve();
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const onAbort = () => reject(new MonkError("CANCELLED", "nobody waits for ScriptCat any more"));
		const stopTimer = this.#clock.after(withinMs, resolve);
		const stopLooking = this.onChange(() => isEnough() && resolve());
		signal.addEventListener("abort", onAbort, { once: true });
		if (signal.aborted) onAbort();
		return promise.finally(() => {
			stopTimer();
			stopLooking();
			signal.removeEventListener("abort", onAbort);
		});
	}

	#tell(): void {
		for (const listener of [...this.#listeners]) listener();
	}
}
