import { expect, test } from "bun:test";
import { readSince } from "../../../cmd/terminal/since.ts";

const now = Date.parse("2026-05-01T12:00:00Z");

test("a moment is so long ago, or a date", () => {
	const rows = [
		["90s", "2026-05-01T11:58:30.000Z"],
		["15m", "2026-05-01T11:45:00.000Z"],
		["2h", "2026-05-01T10:00:00.000Z"],
		["7d", "2026-04-24T12:00:00.000Z"],
		["2026-04-30", "2026-04-30T00:00:00.000Z"],
		["2026-04-30T10:00:00Z", "2026-04-30T10:00:00.000Z"],
	] as const;
	for (const [text, moment] of rows) expect(new Date(readSince(text, now)).toISOString()).toBe(moment);
});

test("what is neither is refused", () => {
	for (const text of ["", "yesterday", "5", "2w", "-1h", "2026-13-01", "1"])
		expect(() => readSince(text, now)).toThrow(/--since takes/);
});
