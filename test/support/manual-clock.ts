import type { Clock } from "../../lib/wire/transport.ts";

/** Time that passes only when a test says so. */
export class ManualClock implements Clock {
	#now: number;
	#timers: { at: number; run: () => void }[] = [];

	constructor(now = 1_000_000) {
		this.#now = now;
	}

	now(): number {
		return this.#now;
	}

	after(ms: number, run: () => void): () => void {
		const timer = { at: this.#now + ms, run };
		this.#timers.push(timer);
		return () => {
			this.#timers = this.#timers.filter((other) => other !== timer);
		};
	}

	get pending(): number {
		return this.#timers.length;
	}

	/** Passes time in which nothing ran, as on a machine that slept: what fell due meanwhile runs once, late. */
	sleep(ms: number): void {
		this.#now += ms;
		this.advance(0);
	}

	/** The machine's clock is set, ahead or back by a negative number; what was to run after a while does so after it. */
	set(ms: number): void {
		this.#now += ms;
		for (const timer of this.#timers) timer.at += ms;
	}

	/** Runs what falls due on the way, in order of time and then of setting. */
	advance(ms: number): void {
		const end = this.#now + ms;
		for (;;) {
			const due = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
			if (due === undefined) break;
			this.#timers = this.#timers.filter((timer) => timer !== due);
			this.#now = Math.max(this.#now, due.at);
			due.run();
		}
		this.#now = end;
	}
}
