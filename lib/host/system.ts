import type { Clock, Random } from "../wire/transport.ts";

/** The machine's own time and randomness, for everything that takes them as arguments. */
export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	},
};

export const systemRandom: Random = {
	bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
