import { describe, expect, test } from "bun:test";
import { goalOf, isAt, missText } from "../../../ext/background/wait-goal.ts";

describe("exactly one thing is waited for", () => {
	test("one is read", () => {
		expect(goalOf({ time: 2 })).toEqual({ kind: "time", ms: 2_000 });
		expect(goalOf({ textGone: "x" })).toEqual({ kind: "page", condition: { kind: "text", text: "x" }, gone: true });
		expect(goalOf({ load: "networkidle" })).toEqual({ kind: "quiet network" });
	});
	test.each([{}, { time: 1, text: "x" }, { selector: "a", selectorGone: "a" }])("%j is refused", (params) => {
		expect(() => goalOf(params)).toThrow("exactly one");
	});
});

test.each([
	["https://a.example/there?x=1", "/there", true],
	["https://a.example/there?x=1", "https://a.example/there", true],
	["https://a.example/there?x=1", "https://*/there?x=*", true],
	["https://a.example/there?x=1", "*/there", false],
	["https://a.example/there?x=1", "/here", false],
	["https://aXexample/", "https://a.example/*", false],
])("%s is at %s: %p", (url, wanted, expected) => {
	expect(isAt(url, wanted)).toBe(expected);
});

test("a miss names what did not come about", () => {
	expect(missText(goalOf({ text: "Done" }))).toBe('the text "Done" did not appear');
	expect(missText(goalOf({ selectorGone: ".spinner" }))).toBe('an element for ".spinner" did not go');
});
