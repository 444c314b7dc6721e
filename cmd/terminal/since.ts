import { MonkError } from "../../lib/errors/error.ts";

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * A moment, milliseconds since the epoch, from what a person types: `90s`, `15m`, `2h`, `7d` ago, or a date.
 *
 * @throws MonkError INVALID_ARGUMENT
 */
export function readSince(text: string, now: number): number {
	const ago = /^(\d{1,6})([smhd])$/.exec(text);
	if (ago) return now - Number(ago[1]) * units[ago[2] as keyof typeof units];
	const moment = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
	if (!Number.isNaN(moment)) return moment;
	throw new MonkError("INVALID_ARGUMENT", `--since takes 90s, 15m, 2h, 7d or a date, not "${text}"`, {
		hint: "For example: `monk log --since 2h`, or `--since 2026-01-31`.",
	});
}
