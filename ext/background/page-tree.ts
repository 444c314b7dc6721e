import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi, SnapshotRequest } from "../content-api.ts";
import type { CollectedFrame } from "../snapshot/stitch.ts";
import type { FrameTree } from "../snapshot/tree.ts";
import type { Call } from "./call.ts";
import { parentFrames, readyFrames } from "./frames.ts";
import { type LiveFrame, runInFrames } from "./in-frames.ts";
import { keepFloor, numbersOf } from "./refs.ts";

/** Milliseconds for one frame to read itself; one that is busy holds up nobody else. */
const READ_MS = 4_000;

const TOP = 0;

/** Sent to the frame as text. */
const readHere = async (request: SnapshotRequest): Promise<FrameTree | null> =>
	(await (globalThis as { monk?: ContentApi }).monk?.snapshot(request)) ?? null;

async function readFrame(
	tabId: number,
	frame: LiveFrame,
	request: SnapshotRequest,
	call: Call,
): Promise<CollectedFrame["read"]> {
	try {
		const [answer] = await runInFrames(tabId, [frame.documentId], call, READ_MS, readHere, [request]);
		return answer?.result ?? { unavailable: "the frame could not be read" };
	} catch (thrown) {
		// What ends the call ends it; what happens to one frame is that frame's.
		call.check();
		if (frame.frameId === TOP) throw thrown;
		return { unavailable: thrown instanceof MonkError ? thrown.message : "the frame could not be read" };
	}
}

/** All documents of a tab, read at once. Throws when the top one cannot be read. */
export async function readTab(tabId: number, call: Call): Promise<readonly CollectedFrame[]> {
	const [frames, parents] = await Promise.all([readyFrames(tabId, call), parentFrames(tabId)]);
	const { floor, frames: numbers } = await numbersOf(tabId, frames);
	const collected = frames.map(async (frame): Promise<CollectedFrame> => {
		const request =
			frame.frameId === TOP ? { frame: TOP, floor } : { frame: numbers[frame.documentId] ?? TOP, floor: 1 };
		const parent = parents.get(frame.frameId);
		const read = await readFrame(tabId, frame, request, call);
		return { frameId: frame.frameId, ...(parent === undefined ? {} : { parentFrameId: parent }), read };
	});
	const done = await Promise.all(collected);
	const top = topOf(done);
	// Before anyone hears of these refs: a later document must start above them even if this worker dies now.
	await keepFloor(tabId, top.nextRef);
	return done;
}

/** Throws PAGE_NOT_AUTOMATABLE when the top document could not be read. */
export function topOf(frames: readonly CollectedFrame[]): FrameTree {
	const read = frames.find(({ frameId }) => frameId === TOP)?.read;
	if (read === undefined || "unavailable" in read)
		throw new MonkError(
			"PAGE_NOT_AUTOMATABLE",
			`the page could not be read: ${read?.unavailable ?? "it shows nothing"}`,
		);
	return read;
}
