import { expect, test } from "bun:test";
import { around, LONGEST_SIDE, shrinkage } from "../../../ext/background/picture.ts";

test("a picture is shrunk only when a side would be too long", () => {
	expect(shrinkage({ x: 0, y: 0, width: 1_280, height: 720 }, 1)).toBe(1);
	expect(shrinkage({ x: 0, y: 0, width: 1_280, height: 2 * LONGEST_SIDE }, 1)).toBe(0.5);
	expect(shrinkage({ x: 0, y: 0, width: LONGEST_SIDE, height: 10 }, 2)).toBe(0.5);
});

test("the box around points holds them all, and none without area is a box", () => {
	const corners = [
		{ x: 5, y: 1 },
		{ x: 9, y: 5 },
		{ x: 5, y: 9 },
		{ x: 1, y: 5 },
	];
	expect(around(corners)).toEqual({ x: 1, y: 1, width: 8, height: 8 });
	expect(around([])).toBeUndefined();
	expect(around([{ x: 3, y: 3 }])).toBeUndefined();
});
