import { expect, test } from "bun:test";
import { findInLines, firstLines, type Query } from "../../../ext/snapshot/find.ts";

const lines = [
	"- banner:",
	'  - link "Home" [ref=e1]',
	"- main:",
	"  - list:",
	"    - listitem:",
	'      - button "Buy tea" [ref=e2]',
	"    - listitem:",
	'      - button "Buy milk" [ref=e3]',
	'- link "buy more" [ref=e4]',
];

const find = (query: Query, context = 0, maxHits = 10) => findInLines(lines, query, { context, maxHits });

test("what does not fit is left out by whole lines, and that shows", () => {
	expect(firstLines("- a\n- b", 7)).toBe("- a\n- b");
	expect(firstLines("- alpha\n  - beta\n- gamma", 20)).toBe("- alpha\n  - beta\n…");
	expect(firstLines(`- text: ${"x".repeat(200)}`, 100)).toMatch(/^- text: x+…$/);
});

test("a text is found whatever its letter case, below the lines that it stands in", () => {
	expect(find({ kind: "text", text: "BUY TEA" })).toEqual({
		count: 1,
		text: '…\n- main:\n  - list:\n    - listitem:\n      - button "Buy tea" [ref=e2]\n…',
	});
});

test("lines around a hit are shown when asked for", () => {
	expect(find({ kind: "text", text: "home" }, 1).text).toBe('- banner:\n  - link "Home" [ref=e1]\n- main:\n…');
});

test("hits past the limit are counted and not shown", () => {
	const { count, text } = find({ kind: "text", text: "buy" }, 0, 1);
	expect(count).toBe(3);
	expect(text).not.toContain("milk");
});

test("a regular expression minds its flags, and its state does not leak from line to line", () => {
	expect(find({ kind: "regex", source: "buy", flags: "" }).count).toBe(1);
	expect(find({ kind: "regex", source: "buy", flags: "gi" }).count).toBe(3);
	expect(() => find({ kind: "regex", source: "(", flags: "" })).toThrow(SyntaxError);
});

test("nothing found is nothing shown", () => {
	expect(find({ kind: "text", text: "coffee" })).toEqual({ count: 0, text: "" });
});
