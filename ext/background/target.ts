import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi, RefLookup } from "../content-api.ts";
import type { Call } from "./call.ts";
import { readyFrames } from "./frames.ts";
import { type LiveFrame, runInFrames } from "./in-frames.ts";
import { frameNumber, frameOfRef } from "./refs.ts";

const LOOKUP_MS = 3_000;

const nearestText = (nearest: string | undefined): string =>
	nearest === undefined ? "" : `; what held it is ${nearest}`;

/** Why a ref no longer leads to what the agent meant, or undefined when it does. */
export function staleness(ref: string, found: RefLookup | null | undefined): string | undefined {
	if (found === undefined || found === null) return `the frame of ${ref} does not answer`;
	switch (found.state) {
		case "found":
			return undefined;
		case "changed":
			return `${ref} was ${found.was} and is now ${found.now}`;
		case "gone":
			return `${ref} (${found.was}) is gone: the page was re-rendered${nearestText(found.nearest)}`;
		case "unknown":
			return `${ref} is not of this page: the tab was navigated, or the ref is another tab's`;
	}
}

/** Finds the frame of a ref and makes sure that the ref still names the same thing. Throws STALE_REF with the cause. */
export async function requireRef(tabId: number, ref: string, call: Call): Promise<LiveFrame> {
	frameNumber(ref);
	const frame = await frameOfRef(tabId, ref, await readyFrames(tabId, call));
	const [answer] = await runInFrames(
		tabId,
		[frame.documentId],
		call,
		LOOKUP_MS,
		(wanted: string) => (globalThis as { monk?: ContentApi }).monk?.lookup(wanted),
		[ref],
	);
	const why = staleness(ref, answer?.result);
	if (why !== undefined) throw new MonkError("STALE_REF", why);
	return frame;
}
