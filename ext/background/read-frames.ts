import { MonkError } from "../../lib/errors/error.ts";
import type { SnapshotRoot } from "../reading-api.ts";
import type { Call } from "./call.ts";
import { type Opening, parentFrames, type ReadyFrame, readyFrames } from "./frames.ts";
import { mayLieIn, type Part, partAt } from "./read-root.ts";
import { hasRules, ruledOutAmong } from "./ruled-out.ts";
import { ruledOutFrame } from "./site-rules.ts";

const TOP = 0;

/** Milliseconds that a frame may take longer than the document it is read with: one that is busy holds up nobody. */
const FRAME_GRACE_MS = 1_500;

/** Left of the call's time for joining and sending, in milliseconds. */
const LAST_MS = 300;

/** What one frame answered, or why it did not. */
export interface FrameRead<T> {
	readonly frameId: number;
	/** Absent where Chrome does not tell. */
	readonly parentFrameId?: number;
	readonly read: T | { readonly unavailable: string };
}

/** The frames of a tab as they were read: `from` is the one to begin at. */
export interface TabRead<T> {
	readonly from: number;
	readonly part?: Part;
	readonly frames: readonly FrameRead<T>[];
}

/** Reads one frame; `root` is set for the one that holds the part asked for. */
export type ReadFrame<T, R> = (frame: ReadyFrame<R>, ms: number, root: SnapshotRoot | undefined) => Promise<T>;

/** How the frames of a tab are read: what they are asked at once, when nothing but all is wanted, and each by itself. */
export interface FrameReader<T, R, A extends unknown[]> {
	readonly opening: Opening<R, A>;
	prepare(frames: readonly ReadyFrame<R>[]): Promise<ReadFrame<T, R>>;
}

/** Of the time that a call has left, how much may be spent on reading: what was read is joined and sent in the rest. */
const READING_PART = 0.6;

/** Milliseconds since the epoch after which a document is read no further. */
export const readUntil = (call: Call): number => Date.now() + READING_PART * call.left;

const reasonOf = (thrown: unknown): string =>
	thrown instanceof MonkError ? thrown.message : "the frame could not be read";

/** Times that a page is read: it may give way to another, and that one to a third. */
const READS = 3;

const isReplaced = (thrown: unknown): boolean => thrown instanceof MonkError && thrown.code === "STALE_REF";

/**
 * Calls `read` once more when the page has given way to another between the look at its frames and their reading. Whoever
 * named a part of it meant that very page, and hears so.
 */
export async function readAnew<T>(root: string | undefined, call: Call, read: () => Promise<T>): Promise<T> {
	for (let left = READS; ; left--) {
		try {
			return await read();
		} catch (thrown) {
			if (root !== undefined || left <= 1 || !isReplaced(thrown)) throw thrown;
			call.check();
		}
	}
}

/**
 * Reads the documents of a tab, or of a part of it, all at once. Throws what the document to begin at throws; any other
 * that cannot be read, or takes much longer than that one, says why instead.
 */
export const readFrames = <T, R, A extends unknown[]>(
	tabId: number,
	root: string | undefined,
	call: Call,
	reader: FrameReader<T, R, A>,
): Promise<TabRead<T>> => readAnew(root, call, () => readOnce(tabId, root, call, reader));

async function readOnce<T, R, A extends unknown[]>(
	tabId: number,
	root: string | undefined,
	call: Call,
	{ opening, prepare }: FrameReader<T, R, A>,
): Promise<TabRead<T>> {
	// With rules about, who may be read must be known before anybody is.
	const isForAll = root === undefined && !(await hasRules());
	const ready = isForAll ? readyFrames(tabId, call, opening) : readyFrames<R>(tabId, call);
	const [all, parents] = await Promise.all([ready, parentFrames(tabId)]);
	const out = await ruledOutAmong(tabId, all, call);
	const part = root === undefined ? undefined : await partAt(tabId, root, all, out, call);
	const from = part?.from ?? TOP;
	const frames = all.filter(({ frameId }) => mayLieIn(frameId, from, parents));
	const read = await prepare(frames);
	const first = frames.find(({ frameId }) => frameId === from);
	if (out.has(from)) throw ruledOutFrame();
	if (first === undefined) throw new MonkError("PAGE_NOT_AUTOMATABLE", "the page could not be read: it shows nothing");
	const limit = Math.max(call.left - LAST_MS, 1);
	const main = read(first, limit, part?.root);
	const late = main.then(
		() => call.pause(FRAME_GRACE_MS).then(() => ({ unavailable: "the frame did not answer in time" })),
		() => ({ unavailable: "not read" }),
	);
	late.catch(() => undefined);
	const one = async (frame: ReadyFrame<R>): Promise<FrameRead<T>> => {
		const parent = parents.get(frame.frameId);
		const place = { frameId: frame.frameId, ...(parent === undefined ? {} : { parentFrameId: parent }) };
		if (frame === first) return { ...place, read: await main };
		if (out.has(frame.frameId)) return { ...place, read: { unavailable: "the person has ruled out its site" } };
		const own = read(frame, limit, undefined).catch((thrown: unknown) => {
			// What ends the call ends it; what happens to one frame is that frame's.
			call.check();
			return { unavailable: reasonOf(thrown) };
		});
		return { ...place, read: await Promise.race([own, late]) };
	};
	return { from, ...(part === undefined ? {} : { part }), frames: await Promise.all(frames.map(one)) };
}
