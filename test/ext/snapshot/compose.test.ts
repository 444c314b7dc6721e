import { expect, test } from "bun:test";
import { composeSnapshot } from "../../../ext/snapshot/compose.ts";
import type { CollectedFrame } from "../../../ext/snapshot/stitch.ts";

const facts = { url: "", title: "", nextRef: 1 };
const button = (name: string) => ({ role: "button", name, interactive: true as const });
const frames: readonly CollectedFrame[] = [
	{ frameId: 0, read: { ...facts, nodes: ["words", button("A"), { role: "iframe", frame: { index: 0 } }] } },
	{
		frameId: 1,
		parentFrameId: 0,
		read: { ...facts, place: { index: 0 }, nodes: [{ role: "main", children: ["more", button("B")] }] },
	},
];

test("without options the whole tab is written", () => {
	expect(composeSnapshot(frames)).toEqual({
		text: '- text: words\n- button "A"\n- iframe:\n  - main:\n    - text: more\n    - button "B"',
		omitted: 0,
	});
});

test("filter, depth and limit apply to the joined tree, frames included", () => {
	expect(composeSnapshot(frames, { filter: "interactive" }).text).toBe(
		'- button "A"\n- iframe:\n  - main:\n    - button "B"',
	);
	expect(composeSnapshot(frames, { filter: "interactive", depth: 2 }).text).toEndWith("- iframe:\n  - main [1 below]");
	expect(composeSnapshot(frames, { maxChars: 20 }).omitted).toBe(5);
	expect(composeSnapshot(frames, { from: 1, depth: 1 }).text).toBe("- main [2 below]");
});
