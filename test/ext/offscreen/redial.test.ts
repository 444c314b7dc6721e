import { expect, test } from "bun:test";
import { failuresAfter, pauseAfter, proofFrom } from "../../../ext/offscreen/redial.ts";

test("attempts that come to nothing are further and further apart, up to five seconds", () => {
	const pauses = [1, 2, 3, 4, 5, 6, 7, 50].map((failures) => pauseAfter({ kind: "no-answer" }, failures, 1));
	expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
});

test("chance spreads attempts over the second half of the pause", () => {
	expect(pauseAfter({ kind: "dropped" }, 3, 0)).toBe(500);
	expect(pauseAfter({ kind: "dropped" }, 3, 0.5)).toBe(750);
});

test("a lost owner is dialled soon, a refusing one slowly, and without a key nobody", () => {
	expect(pauseAfter({ kind: "lost", heldMs: 60_000 }, 0, 1)).toBe(250);
	expect(pauseAfter({ kind: "refused" }, 9, 0)).toBe(60_000);
	expect(pauseAfter({ kind: "unpaired" }, 1, 0)).toBeUndefined();
});

test("a key is refused twice before that is believed: an owner that ends closes alike", () => {
	expect(pauseAfter({ kind: "not-known", times: 1 }, 1, 1)).toBe(250);
	expect(pauseAfter({ kind: "not-known", times: 2 }, 2, 1)).toBe(60_000);
});

test("a link that held begins the count anew, and one that held for a moment counts as a failure", () => {
	expect(failuresAfter({ kind: "lost", heldMs: 500 }, 7)).toBe(0);
	expect(failuresAfter({ kind: "lost", heldMs: 499 }, 7)).toBe(8);
	expect(failuresAfter({ kind: "no-answer" }, 0)).toBe(1);
	const pauses = [1, 2, 3].map((failures) => pauseAfter({ kind: "lost", heldMs: 1 }, failures, 1));
	expect(pauses).toEqual([250, 500, 1_000]);
});

test("a code that was typed comes before the key, and without either nothing is proved", () => {
	const key = { kind: "key", instanceId: "i", key: "k" } as const;
	expect(proofFrom(key, undefined)).toEqual(key);
	expect(proofFrom(key, "ABCD")).toEqual({ kind: "code", instanceId: "i", code: "ABCD" });
	expect(proofFrom({ kind: "none", instanceId: "i" }, undefined)).toEqual({ kind: "nothing" });
});
