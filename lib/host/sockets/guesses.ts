import type { Clock } from "../../wire/transport.ts";

const minuteMs = 60_000;

/** Minutes over which wrong proofs are counted. */
const minutesKept = 10;

/** A person mistypes a code once or twice; from here on it is worth telling. */
const toldFrom = 10;

interface Minute {
	readonly startedAt: number;
	readonly lastAt: number;
	readonly count: number;
}

/**
 * Counts the wrong keys and codes that came to one port. It keeps nobody out: a right key always gets in, since whoever
 * is in the way of guessing would be in its way, too.
 */
export class Guesses {
	readonly #clock: Clock;
	readonly #port: string;
	#minutes: readonly Minute[] = [];

	/** @param port what the port is for, as a person would say it */
	constructor(clock: Clock, port: string) {
		this.#clock = clock;
		this.#port = port;
	}

	add(): void {
		const now = this.#clock.now();
		const kept = this.#recent();
		const last = kept.at(-1);
		this.#minutes =
			last !== undefined && now < last.startedAt + minuteMs
				? [...kept.slice(0, -1), { ...last, lastAt: now, count: last.count + 1 }]
				: [...kept, { startedAt: now, lastAt: now, count: 1 }];
	}

	/** One line for `monk status`, once there were many; nothing otherwise. */
	get problems(): readonly string[] {
		const recent = this.#recent();
		const count = recent.reduce((sum, minute) => sum + minute.count, 0);
		const last = recent.at(-1);
		if (last === undefined || count < toldFrom) return [];
		const at = new Date(last.lastAt).toISOString();
		return [
			`${count} wrong keys or codes came to the ${this.#port} port in the last ${minutesKept} minutes, the last at ${at}, ` +
				"and none was let in: somebody guesses, or an extension that was paired before keeps calling",
		];
	}

	#recent(): readonly Minute[] {
		const now = this.#clock.now();
		// What lies ahead was counted before the clock was set back, and must not stand until it comes.
		return this.#minutes.filter(({ lastAt }) => lastAt > now - minutesKept * minuteMs && lastAt <= now);
	}
}
