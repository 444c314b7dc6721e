import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi } from "../content-api.ts";
import type { SnapshotRequest, SnapshotWish } from "../reading-api.ts";
import { composeSnapshot, type SnapshotOptions } from "../snapshot/compose.ts";
import type { FrameTree } from "../snapshot/tree.ts";
import type { Call } from "./call.ts";
import { type LiveFrame, runInFrames } from "./in-frames.ts";
import { type FrameReader, readFrames, readUntil, type TabRead } from "./read-frames.ts";
import { requirePart } from "./read-root.ts";
import { keepFloor, numbersOf } from "./refs.ts";

const TOP = 0;

/** What is wanted of a tab's page: a ref or a selector to begin at, and what is shown of it. */
export interface Wish extends Omit<SnapshotOptions, "from"> {
	readonly root?: string | undefined;
}

/** A snapshot, and the document that it begins at. */
export interface PageSnapshot {
	readonly url: string;
	readonly title: string;
	readonly snapshot: string;
	/** There was no time to read all of it. */
	readonly isLate: boolean;
}

/** Sent to the frame as text. */
const readSoon = async (wish: SnapshotWish): Promise<string | boolean> =>
	Object.hasOwn(globalThis, "monk") && ((await (globalThis as { monk?: ContentApi }).monk?.snapshotSoon(wish)) ?? true);

/** Sent to the frame as text. */
const readHere = async (request: SnapshotRequest): Promise<string | null> =>
	(await (globalThis as { monk?: ContentApi }).monk?.snapshot(request)) ?? null;

/** Reads trees, with refs that no other document of the tab has. `budget`: characters that will be shown at most. */
function treeReader(
	tabId: number,
	budget: number | undefined,
	call: Call,
): FrameReader<FrameTree, string, [SnapshotWish]> {
	const wish: SnapshotWish = { call: call.id, until: readUntil(call), ...(budget === undefined ? {} : { budget }) };
	const textOf = async ({ documentId }: LiveFrame, ms: number, request: SnapshotRequest): Promise<string> => {
		const [answer] = await runInFrames(tabId, [documentId], call, ms, readHere, [request]);
		const text = answer?.result ?? undefined;
		if (text === undefined) throw new MonkError("PAGE_NOT_AUTOMATABLE", "the frame could not be read");
		return text;
	};
	const prepare = async (frames: readonly LiveFrame[]): ReturnType<FrameReader<FrameTree, string, []>["prepare"]> => {
		const { floor, frames: numbers } = await numbersOf(tabId, frames);
		return async (frame, ms, root) => {
			const { frameId, documentId } = frame;
			const own = frameId === TOP ? { frame: TOP, floor } : { frame: numbers[documentId] ?? TOP, floor: 1 };
			const request: SnapshotRequest = { ...wish, ...own, ...(root === undefined ? {} : { root }) };
			const tree: FrameTree = JSON.parse(frame.answer ?? (await textOf(frame, ms, request)));
			// Before anyone hears of these refs: a later document must start above them even if this worker dies now.
			if (frameId === TOP) await keepFloor(tabId, tree.nextRef);
			return tree;
		};
	};
	return { opening: { func: readSoon, args: [wish] }, prepare };
}

/** The document that a reading begins at. */
export function firstOf<T extends object>({ frames, from }: TabRead<T>): T {
	const read = frames.find(({ frameId }) => frameId === from)?.read;
	if (read === undefined || "unavailable" in read)
		throw new MonkError("PAGE_NOT_AUTOMATABLE", "the page could not be read: it shows nothing");
	return read as T;
}

/** Filtered and cut trees show what lies far down, so only a whole one is read no further than it is shown. */
const budgetOf = ({ filter, depth, maxChars }: Wish): number | undefined =>
	filter === "interactive" || depth !== undefined ? undefined : maxChars;

/** The tree of a tab, or of a part of it, all frames in one. */
export async function readSnapshot(tabId: number, wish: Wish, call: Call): Promise<PageSnapshot> {
	const { root, ...options } = wish;
	const read = await readFrames(tabId, root, call, treeReader(tabId, budgetOf(wish), call));
	const { url, title, missingRoot } = firstOf(read);
	requirePart(read.part, missingRoot);
	const { text } = composeSnapshot(read.frames, { ...options, from: read.from });
	return { url, title, snapshot: text, isLate: read.frames.some((frame) => "late" in frame.read) };
}
