import { systemClock } from "../../../lib/host/system.ts";
import type { Clock } from "../../../lib/wire/transport.ts";

/** From here on a wait counts as long. */
const longMs = 6_000;

/** The machine's clock, on which long waits (an approval's five minutes, a ping's half) take a hundredth of their time. */
export const hurriedClock: Clock = {
	now: systemClock.now,
	after: (ms, run) => systemClock.after(ms >= longMs ? ms / 100 : ms, run),
};
