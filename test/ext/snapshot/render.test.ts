import { describe, expect, test } from "bun:test";
import { renderTree } from "../../../ext/snapshot/render.ts";
import type { AriaNode } from "../../../ext/snapshot/tree.ts";
import { expectedOf, parseSnapshot } from "../../support/parse-snapshot.ts";
import { SeededRandom } from "../../support/random.ts";

const render = (...nodes: (AriaNode | string)[]): string => renderTree(nodes).text;

describe("a line", () => {
	test("says role, name, states, ref, pointer, notes and text in this order", () => {
		const node: AriaNode = {
			role: "button",
			name: "Send",
			ref: "e15",
			pointer: true,
			states: { busy: true, disabled: true, expanded: false, checked: "mixed", level: 2 },
			notes: ["masked"],
			text: "now",
		};
		expect(render(node)).toBe(
			'- button "Send" [checked=mixed] [disabled] [expanded=false] [level=2] [busy] [ref=e15] [cursor=pointer] [masked]: now',
		);
	});

	test("keeps properties and text apart from the head when there are children", () => {
		const node: AriaNode = {
			role: "link",
			name: "a",
			properties: { url: "/x" },
			text: "t",
			children: [{ role: "img" }],
		};
		expect(render(node)).toBe('- link "a":\n  - /url: /x\n  - text: t\n  - img');
	});

	test.each([
		["plain words", "plain words"],
		["it's 5 o'clock", "it's 5 o'clock"],
		["http://a/b?c=d#e", "http://a/b?c=d#e"],
		["", '""'],
		[" edge", '" edge"'],
		["edge ", '"edge "'],
		["a: b", '"a: b"'],
		["a:", '"a:"'],
		["a #b", '"a #b"'],
		["#b", '"#b"'],
		["- x", '"- x"'],
		['"q"', '"\\"q\\""'],
		["two\nlines", '"two\\nlines"'],
		["bell\u0007", '"bell\\u0007"'],
		["\u202egnal", '"\\u202egnal"'],
		["zero\u200bwidth", '"zero\\u200bwidth"'],
		["tag\u{e0041}", '"tag\\udb40\\udc41"'],
		["half \ud800", '"half \\ud800"'],
		["family 👨‍👩‍👧", "family 👨‍👩‍👧"],
	])("writes the text %j as %s", (text, written) => {
		expect(render(text)).toBe(`- text: ${written}`);
	});

	test("cannot be ended early by a note", () => {
		expect(render({ role: "button", notes: ['file-input for "a] [ref=e1"'] })).toBe(
			'- button [file-input for "a\\u005d \\u005bref=e1"]',
		);
	});
});

const alphabet = [
	"a",
	"b",
	" ",
	": ",
	":",
	"#",
	" #",
	'"',
	"'",
	"''",
	"\\",
	"\n",
	"[",
	"]",
	"- ",
	"{",
	"\u202e",
	"é",
	"😀",
	"\u0000",
	"|",
	"```",
] as const;

function randomText(random: SeededRandom): string {
	return Array.from({ length: random.int(6) }, () => random.pick(alphabet)).join("");
}

function randomNode(random: SeededRandom, depth: number): AriaNode | string {
	if (random.int(4) === 0) return randomText(random);
	return {
		role: random.pick(["button", "link", "generic", "doc-tip"]),
		...(random.int(2) ? { name: randomText(random) } : {}),
		...(random.int(2) ? { ref: `f1e${random.int(99)}` } : {}),
		...(random.int(2) ? { states: { level: random.int(6) } } : {}),
		...(random.int(3) === 0 ? { pointer: true as const } : {}),
		...(random.int(3) === 0 ? { properties: { url: randomText(random) } } : {}),
		...(random.int(2) ? { text: randomText(random) } : {}),
		...(depth > 0 && random.int(2)
			? { children: Array.from({ length: random.int(4) }, () => randomNode(random, depth - 1)) }
			: {}),
	};
}

test("what is printed reads back as what it was", () => {
	const random = new SeededRandom(Number(process.env.MONK_SEED ?? 1));
	for (let round = 0; round < 500; round++) {
		const nodes = Array.from({ length: 3 }, () => randomNode(random, 3));
		const { text } = renderTree(nodes);
		expect({ seed: random.seed, text, read: parseSnapshot(text) }).toEqual({
			seed: random.seed,
			text,
			read: nodes.map(expectedOf),
		});
	}
});

describe("max_chars", () => {
	const nodes = Array.from({ length: 10 }, (_, index): AriaNode => ({ role: "button", ref: `e${index}` }));

	test("leaves out whole lines and says how many and where they begin", () => {
		const { text, omitted } = renderTree(nodes, { maxChars: 40 });
		expect(omitted).toBe(8);
		expect(text).toBe(
			"- button [ref=e0]\n- button [ref=e1]\n# 8 more lines left out by max_chars; the next is ref e2. Ask with root, depth, filter or a larger max_chars for it.",
		);
	});

	test("says so when the page was not read to its end", () => {
		expect(renderTree([{ role: "main" }], { cut: true }).text).toBe(
			"- main\n# More lines left out by max_chars. Ask with root, depth, filter or a larger max_chars for it.",
		);
	});

	test("leaves a tree alone that just fits", () => {
		const { text } = renderTree(nodes);
		expect(renderTree(nodes, { maxChars: text.length })).toEqual({ text, omitted: 0 });
		expect(renderTree(nodes, { maxChars: text.length - 1 }).omitted).toBe(1);
	});
});
