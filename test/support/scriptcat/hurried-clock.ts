import { systemClock } from "../../../lib/host/system.ts";
import type { Clock } from "../../../lib/wire/transport.ts";

/** From here on a wait counts as long. */
const longMs = 6_000;

/**
 * The machine's clock, on which long waits (an approval's five minutes, a ping's half) take a hundredth of their time,
 * but no less than `leastMs`: on a busy machine even a greeting takes some time.
 */
export const hurried = (leastMs: number): Clock => ({
	now: systemClock.now,
	after: (ms, run) => systemClock.after(ms >= longMs ? Math.max(ms / 100, leastMs) : ms, run),
});

export const hurriedClock = hurried(0);
