import type { Clock, Random } from "../../lib/wire/transport.ts";

/** The browser's clock and randomness, as the layers below take them. */
export const clock: Clock = {
	now: () => Date.now(),
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	},
};

export const random: Random = { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) };
