import type { ContentApi, RefLookup } from "../content-api.ts";
import type { Call } from "./call.ts";
import { type LiveFrame, runInFrames } from "./in-frames.ts";
import { originOfRef } from "./refs.ts";

const LOOKUP_MS = 3_000;

/** What the document of a ref knows of it; undefined when it does not answer. */
export async function lookUpRef(
	tabId: number,
	frame: LiveFrame,
	ref: string,
	call: Call,
): Promise<RefLookup | undefined> {
	const [answer] = await runInFrames(
		tabId,
		[frame.documentId],
		call,
		LOOKUP_MS,
		(wanted: string) => (globalThis as { monk?: ContentApi }).monk?.lookup(wanted),
		[ref],
	);
	return answer?.result ?? undefined;
}

const nearestText = (nearest: string | undefined): string =>
	nearest === undefined ? "" : `; what held it is ${nearest}`;

/** Why a ref no longer leads to what the agent meant, or undefined when it does. */
export function staleness(
	ref: string,
	found: RefLookup | undefined,
	origin: "this tab" | "elsewhere",
): string | undefined {
	if (found === undefined) return `the frame of ${ref} does not answer`;
	switch (found.state) {
		case "found":
			return undefined;
		case "changed":
			return `${ref} was ${found.was} and is now ${found.now}`;
		case "gone":
			return `${ref} (${found.was}) is gone: the page was re-rendered${nearestText(found.nearest)}`;
		case "unknown":
			return origin === "this tab"
				? `${ref} was of a page that this tab showed before: it was navigated since`
				: `${ref} was never given in this tab: it is another tab's, or of no snapshot`;
	}
}

/** The same, with what must be looked up for it. */
export async function goneText(tabId: number, ref: string, found: RefLookup | undefined): Promise<string> {
	return staleness(ref, found, await originOfRef(tabId, ref)) ?? `${ref} is no longer in the page`;
}
