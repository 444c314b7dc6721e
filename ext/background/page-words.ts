import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi, FrameText, TextRequest } from "../content-api.ts";
import { joinText } from "../snapshot/join-text.ts";
import type { Call } from "./call.ts";
import { runInFrames } from "./in-frames.ts";
import { firstOf } from "./page-tree.ts";
import { readFrames } from "./read-frames.ts";
import { requirePart } from "./read-root.ts";

/** The words of a page, and the document that they begin in. */
export interface PageWords {
	readonly url: string;
	readonly title: string;
	readonly text: string;
	/** The page changed while it was read: parts may be of different moments. */
	readonly torn?: true;
}

/** Sent to the frame as text. */
const readHere = async (request: TextRequest): Promise<FrameText | null> =>
	(await (globalThis as { monk?: ContentApi }).monk?.text(request)) ?? null;

/** The words of a tab, or of a part of it, in reading order, all frames included. */
export async function readWords(
	tabId: number,
	root: string | undefined,
	format: TextRequest["format"],
	call: Call,
): Promise<PageWords> {
	const read = await readFrames<FrameText>(tabId, root, call, async () => async ({ documentId }, ms, part) => {
		const request: TextRequest = { format, ...(part === undefined ? {} : { root: part }) };
		const [answer] = await runInFrames(tabId, [documentId], call, ms, readHere, [request]);
		const words = answer?.result ?? undefined;
		if (words === undefined) throw new MonkError("PAGE_NOT_AUTOMATABLE", "the frame could not be read");
		return words;
	});
	const { url, title, missingRoot } = firstOf(read);
	requirePart(read.part, missingRoot);
	const isTorn = read.frames.some((frame) => "torn" in frame.read);
	return { url, title, text: joinText(read.frames, read.from), ...(isTorn ? { torn: true as const } : {}) };
}
