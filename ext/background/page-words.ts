import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi } from "../content-api.ts";
import type { FrameText, TextRequest } from "../reading-api.ts";
import { joinText } from "../snapshot/join-text.ts";
import type { Call } from "./call.ts";
import { runInFrames } from "./in-frames.ts";
import { firstOf } from "./page-tree.ts";
import { type FrameReader, readFrames, readUntil } from "./read-frames.ts";
import { requirePart } from "./read-root.ts";

/** The words of a page, and the document that they begin in. */
export interface PageWords {
	readonly url: string;
	readonly title: string;
	readonly text: string;
	/** The page changed while it was read: parts may be of different moments. */
	readonly torn?: true;
	/** There was no time to read all of it. */
	readonly late?: true;
}

/** Sent to the frame as text. */
const readSoon = async (request: TextRequest): Promise<FrameText | boolean> =>
	Object.hasOwn(globalThis, "monk") && ((await (globalThis as { monk?: ContentApi }).monk?.textSoon(request)) ?? true);

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
	const wish: TextRequest = { call: call.id, until: readUntil(call), format };
	const reader: FrameReader<FrameText, FrameText, [TextRequest]> = {
		opening: { func: readSoon, args: [wish] },
		prepare: async () => async (frame, ms, part) => {
			if (frame.answer !== undefined) return frame.answer;
			const request: TextRequest = { ...wish, ...(part === undefined ? {} : { root: part }) };
			const [answer] = await runInFrames(tabId, [frame.documentId], call, ms, readHere, [request]);
			const words = answer?.result ?? undefined;
			if (words === undefined) throw new MonkError("PAGE_NOT_AUTOMATABLE", "the frame could not be read");
			return words;
		},
	};
	const read = await readFrames(tabId, root, call, reader);
	const { url, title, missingRoot } = firstOf(read);
	requirePart(read.part, missingRoot);
	const has = (flag: "torn" | "late"): boolean => read.frames.some((frame) => flag in frame.read);
	return {
		url,
		title,
		text: joinText(read.frames, read.from),
		...(has("torn") ? { torn: true as const } : {}),
		...(has("late") ? { late: true as const } : {}),
	};
}
