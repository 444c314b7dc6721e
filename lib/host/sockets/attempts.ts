import type { Clock } from "../../wire/transport.ts";

const minuteMs = 60_000;

/** Counts failed attempts over the last minute, so that guessing and floods are turned away at the door. */
export class FailedAttempts {
	readonly #clock: Clock;
	readonly #most: number;
	#times: readonly number[] = [];

	constructor(clock: Clock, most: number) {
		this.#clock = clock;
		this.#most = most;
	}

	add(): void {
		this.#times = [...this.#recent(), this.#clock.now()].slice(-this.#most);
	}

	isTooMany(): boolean {
		return this.#recent().length >= this.#most;
	}

	#recent(): readonly number[] {
		const now = this.#clock.now();
		// What lies ahead was counted before the clock was set back, and must not stand until it comes.
		return this.#times.filter((time) => time > now - minuteMs && time <= now);
	}
}
