import { childAt, type PlacedFrame, reasonOf } from "./placing.ts";
import type { AriaNode, FrameLink, FrameTree } from "./tree.ts";

/** One frame of a tab as it was collected. */
export interface CollectedFrame extends PlacedFrame {
	readonly read: FrameTree | { readonly unavailable: string };
}

type Child = AriaNode | string;

/**
 * Joins the trees of a tab's frames into one, beginning at frame `from`: each frame's document below its element. An
 * element whose document was not read says why. A document that nobody could place comes last, so that nothing is
 * lost; one whose place is known and not shown is hidden like its element.
 */
export function stitchFrames(frames: readonly CollectedFrame[], from = 0): readonly Child[] {
	const top = frames.find((frame) => frame.frameId === from);
	if (!top) return [];
	if (!isRead(top)) return [unavailableFrame(reasonOf(top) ?? "")];
	const placed = new Set<CollectedFrame>([top]);
	const joined = joinFrame(top, frames, placed);
	if (from !== 0) return joined;
	const lost = frames.filter((frame) => !placed.has(frame) && isLost(frame, frames));
	return [...joined, ...lost.flatMap((frame) => lostFrame(frame, frames, placed))];
}

/** Its parent could not tell where it stands: not known, not read, or not asked. */
function isLost(frame: CollectedFrame, frames: readonly CollectedFrame[]): boolean {
	if (!isRead(frame) || frame.read.nodes.length === 0) return false;
	const { place } = frame.read;
	if (place === undefined) return true;
	if ("token" in place) return false;
	return !frames.some(({ frameId, read }) => frameId === frame.parentFrameId && "nodes" in read);
}

type ReadFrame = CollectedFrame & { readonly read: FrameTree };

const isRead = (frame: CollectedFrame): frame is ReadFrame => "nodes" in frame.read;

const unavailableFrame = (reason: string): AriaNode => ({ role: "document", notes: [`unavailable: ${reason}`] });

function lostFrame(
	frame: CollectedFrame,
	frames: readonly CollectedFrame[],
	placed: Set<CollectedFrame>,
): readonly AriaNode[] {
	// Another lost frame may have held it.
	if (placed.has(frame)) return [];
	placed.add(frame);
	return [{ role: "iframe", notes: ["place in the page unknown"], children: joinFrame(frame, frames, placed) }];
}

function joinFrame(
	frame: CollectedFrame,
	frames: readonly CollectedFrame[],
	placed: Set<CollectedFrame>,
): readonly Child[] {
	if (!isRead(frame)) return [];
	const fill = (child: Child): Child => {
		if (typeof child === "string") return child;
		if (child.frame) return fillFrame(child, child.frame, frame, frames, placed);
		return child.children ? { ...child, children: child.children.map(fill) } : child;
	};
	return frame.read.nodes.map(fill);
}

function fillFrame(
	node: AriaNode,
	link: FrameLink,
	parent: CollectedFrame,
	frames: readonly CollectedFrame[],
	placed: Set<CollectedFrame>,
): AriaNode {
	const child = childAt(link, parent, frames, placed);
	if (!child) return withNote(node, "unavailable: the frame did not answer");
	placed.add(child);
	if (!isRead(child)) return withNote(node, `unavailable: ${reasonOf(child)}`);
	return { ...node, children: joinFrame(child, frames, placed) };
}

const withNote = (node: AriaNode, note: string): AriaNode => ({ ...node, notes: [...(node.notes ?? []), note] });
