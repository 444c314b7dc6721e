import { MonkError } from "../../lib/errors/error.ts";
import type { Call } from "./call.ts";
import { readyFrames } from "./frames.ts";
import type { LiveFrame } from "./in-frames.ts";
import { readSnapshot } from "./page-tree.ts";
import { goneText, lookUpRef } from "./ref-lookup.ts";
import { frameNumber, frameOfRef } from "./refs.ts";
import { refuseRuledOutFrames } from "./ruled-out.ts";

/** Characters of the surviving tree that a dead ref's error shows: enough to find the thing again. */
const NEAREST_CHARS = 3_000;

/**
 * STALE_REF with the surviving tree that is nearest to the ref as `data.snapshot`, so that no further call is needed to
 * go on; without it where the page cannot be read.
 */
async function staleRef(tabId: number, why: string, nearest: string | undefined, call: Call): Promise<MonkError> {
	const data = await readSnapshot(tabId, { root: nearest, maxChars: NEAREST_CHARS }, call).catch(() => undefined);
	call.check();
	return new MonkError("STALE_REF", why, data === undefined ? {} : { data });
}

/** The frame of a ref. Throws STALE_REF with the tree that is there instead. */
async function frameWith(tabId: number, ref: string, call: Call): Promise<LiveFrame> {
	try {
		return await frameOfRef(tabId, ref, await readyFrames(tabId, call));
	} catch (thrown) {
		if (!(thrown instanceof MonkError) || thrown.code !== "STALE_REF") throw thrown;
		throw await staleRef(tabId, thrown.message, undefined, call);
	}
}

/**
 * Finds the frame of a ref and makes sure that the ref still names the same thing. Throws STALE_REF with the cause, and
 * SITE_RULED_OUT.
 */
export async function requireRef(tabId: number, ref: string, call: Call): Promise<LiveFrame> {
	frameNumber(ref);
	const frame = await frameWith(tabId, ref, call);
	await refuseRuledOutFrames(tabId, [frame], call);
	const found = await lookUpRef(tabId, frame, ref, call);
	if (found?.state === "found") return frame;
	const nearest = found?.state === "gone" ? found.nearest : found?.state === "changed" ? ref : undefined;
	throw await staleRef(tabId, await goneText(tabId, ref, found), nearest, call);
}
