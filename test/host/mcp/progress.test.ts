import { expect, test } from "bun:test";
import { Progress } from "../../../lib/host/mcp/progress.ts";
import { ManualClock } from "../../support/manual-clock.ts";

function started() {
	const clock = new ManualClock(1_000_000);
	const told: [number, string][] = [];
	return { clock, told, progress: new Progress({ clock, send: (...news) => told.push(news) }) };
}

test("a quick call says nothing, whatever it waited for", () => {
	const { clock, told, progress } = started();
	progress.note("works in tab 1 of work");
	clock.advance(999);
	progress.end();
	clock.advance(60_000);
	expect(told).toEqual([]);
});

test("a long one says so after a second, at each change, and every five seconds", () => {
	const { clock, told, progress } = started();
	progress.note("waits for its turn");
	clock.advance(1_000);
	progress.note("waits for its turn");
	clock.advance(1_500);
	progress.note("works");
	clock.advance(3_500);
	progress.end();
	clock.advance(60_000);
	expect(told).toEqual([
		[1, "waits for its turn"],
		[2.5, "works"],
		[6, "works"],
	]);
});

test("the number grows with each, though many come in one moment or the clock is set back", () => {
	let now = 0;
	const told: number[] = [];
	let tick = (): void => undefined;
	const clock = {
		now: () => now,
		after(_: number, run: () => void) {
			tick = run;
			return () => undefined;
		},
	};
	const progress = new Progress({ clock, send: (seconds) => told.push(seconds) });
	now = 1_000;
	tick();
	for (const message of ["a", "b", "c"]) progress.note(message);
	now = -50_000;
	progress.note("d");
	expect(told.every((seconds, index) => index === 0 || seconds > (told[index - 1] ?? 0))).toBe(true);
	expect(told).toHaveLength(5);
});
