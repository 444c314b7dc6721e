import { expect, test } from "bun:test";
import { renderTree } from "../../../ext/snapshot/render.ts";
import { cutTree, filterTree } from "../../../ext/snapshot/select.ts";
import type { AriaNode } from "../../../ext/snapshot/tree.ts";

const page: readonly (AriaNode | string)[] = [
	"loose words",
	{ role: "heading", name: "Title", states: { level: 1 } },
	{
		role: "main",
		children: [
			{ role: "paragraph", text: "only words" },
			{ role: "generic", children: ["Price", { role: "button", name: "Buy", interactive: true, ref: "e1" }] },
			{ role: "textbox", name: "Name", text: "Ann", interactive: true, ref: "e2" },
		],
	},
	{ role: "navigation", name: "Empty", children: ["words"] },
];

const lines = (nodes: readonly (AriaNode | string)[]): string => renderTree(nodes).text;

test("interactive keeps what can be worked, headings, and the places that they stand in", () => {
	expect(lines(filterTree(page, "interactive"))).toBe(
		'- heading "Title" [level=1]\n- main:\n  - button "Buy" [ref=e1]\n  - textbox "Name" [ref=e2]: Ann',
	);
});

test("all leaves the tree as it is", () => {
	expect(filterTree(page, "all")).toBe(page);
});

test("depth cuts below a level and says how many nodes are there", () => {
	expect(lines(cutTree(page, 1))).toBe(
		'- text: loose words\n- heading "Title" [level=1]\n- main [5 below]\n- navigation "Empty" [1 below]',
	);
	expect(lines(cutTree(page, 2))).toContain("  - generic [2 below]\n");
	expect(lines(cutTree(page, 9))).toBe(lines(page));
});
