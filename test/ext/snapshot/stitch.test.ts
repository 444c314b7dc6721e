import { expect, test } from "bun:test";
import { renderTree } from "../../../ext/snapshot/render.ts";
import { type CollectedFrame, stitchFrames } from "../../../ext/snapshot/stitch.ts";
import type { AriaNode, FrameLink } from "../../../ext/snapshot/tree.ts";

const document = (nodes: readonly (AriaNode | string)[], place?: FrameLink) => ({
	url: "about:blank",
	title: "",
	nodes,
	nextRef: 1,
	...(place ? { place } : {}),
});

const frame = (link: FrameLink, name = "f"): AriaNode => ({ role: "iframe", name, frame: link });

const joined = (frames: readonly CollectedFrame[], from?: number): string =>
	renderTree(stitchFrames(frames, from)).text;

test("a document stands below the element of its frame, however deep", () => {
	const frames: CollectedFrame[] = [
		{ frameId: 0, read: document([{ role: "main", children: [frame({ index: 0 })] }]) },
		{ frameId: 8, parentFrameId: 7, read: document(["deep"], { index: 0 }) },
		{ frameId: 7, parentFrameId: 0, read: document(["child", frame({ index: 0 }, "g")], { index: 0 }) },
	];
	expect(joined(frames)).toBe('- main:\n  - iframe "f":\n    - text: child\n    - iframe "g":\n      - text: deep');
});

test("frames of different parents with one number do not change places", () => {
	const frames: CollectedFrame[] = [
		{ frameId: 0, read: document([frame({ index: 0 }, "a"), frame({ index: 1 }, "b")]) },
		{ frameId: 1, parentFrameId: 0, read: document([frame({ index: 0 }, "c")], { index: 0 }) },
		{ frameId: 2, parentFrameId: 0, read: document([frame({ index: 0 }, "d")], { index: 1 }) },
		{ frameId: 4, parentFrameId: 2, read: document(["of b"], { index: 0 }) },
		{ frameId: 3, parentFrameId: 1, read: document(["of a"], { index: 0 }) },
	];
	expect(joined(frames)).toBe(
		'- iframe "a":\n  - iframe "c":\n    - text: of a\n- iframe "b":\n  - iframe "d":\n    - text: of b',
	);
});

test("a frame in a shadow root is found by its word", () => {
	const frames: CollectedFrame[] = [
		{ frameId: 0, read: document([frame({ token: "x" }, "a"), frame({ token: "y" }, "b")]) },
		{ frameId: 1, read: document(["of b"], { token: "y" }) },
		{ frameId: 2, read: document(["of a"], { token: "x" }) },
	];
	expect(joined(frames)).toBe('- iframe "a":\n  - text: of a\n- iframe "b":\n  - text: of b');
});

test("a frame whose parent Chrome does not tell is found when no other could be meant", () => {
	const frames: CollectedFrame[] = [
		{ frameId: 0, read: document([frame({ index: 0 })]) },
		{ frameId: 5, read: document(["blob"], { index: 0 }) },
	];
	expect(joined(frames)).toBe('- iframe "f":\n  - text: blob');
});

test("what was not read says why in its place", () => {
	const frames: CollectedFrame[] = [
		{ frameId: 0, read: document([frame({ index: 0 }), "after"]) },
		{ frameId: 1, parentFrameId: 0, read: { unavailable: "it did not answer in time" } },
	];
	expect(joined(frames)).toBe(`- 'iframe "f" [unavailable: it did not answer in time]'\n- text: after`);
});

test("a frame that nobody collected is marked and not dropped", () => {
	expect(joined([{ frameId: 0, read: document([frame({ index: 3 })]) }])).toBe(
		`- 'iframe "f" [unavailable: the frame did not answer]'`,
	);
});

test("a document without a place comes last, and with it the frames in it", () => {
	const frames: CollectedFrame[] = [
		{ frameId: 0, read: document(["top"]) },
		{ frameId: 1, read: document([frame({ index: 0 })]) },
		{ frameId: 2, parentFrameId: 1, read: document(["inner"], { index: 0 }) },
	];
	expect(joined(frames)).toBe('- text: top\n- iframe [place in the page unknown]:\n  - iframe "f":\n    - text: inner');
});

test("a document whose element is hidden is hidden too", () => {
	const frames: CollectedFrame[] = [
		{ frameId: 0, read: document(["top"]) },
		{ frameId: 1, parentFrameId: 0, read: document(["hidden"], { index: 0 }) },
	];
	expect(joined(frames)).toBe("- text: top");
});

test("it can begin at any frame, and then has nothing from outside it", () => {
	const frames: CollectedFrame[] = [
		{ frameId: 0, read: document(["top", frame({ index: 0 })]) },
		{ frameId: 1, parentFrameId: 0, read: document(["child", frame({ index: 0 }, "g")], { index: 0 }) },
		{ frameId: 2, parentFrameId: 1, read: document(["grandchild"], { index: 0 }) },
	];
	expect(joined(frames, 1)).toBe('- text: child\n- iframe "g":\n  - text: grandchild');
});

test("a top frame that could not be read says so", () => {
	expect(joined([{ frameId: 0, read: { unavailable: "gone" } }])).toBe("- 'document [unavailable: gone]'");
});
