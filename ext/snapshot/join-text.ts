import { childAt, type PlacedFrame } from "./placing.ts";
import type { FrameLink } from "./tree.ts";

/** The words of one frame as they were collected; `parts` as in the content script's answer. */
export interface CollectedText extends PlacedFrame {
	readonly read:
		| { readonly parts: readonly (string | FrameLink)[]; readonly place?: FrameLink }
		| { readonly unavailable: string };
}

/** The words of a tab, or of a frame and all in it: each frame's where it stands, what was not read marked. */
export function joinText(texts: readonly CollectedText[], from = 0): string {
	const start = texts.find((text) => text.frameId === from);
	return start ? wordsOf(start, texts, new Set([start])) : "";
}

function wordsOf(text: CollectedText, texts: readonly CollectedText[], placed: Set<CollectedText>): string {
	if ("unavailable" in text.read) return `[unavailable: ${text.read.unavailable}]`;
	const parts = text.read.parts.map((part) => {
		if (typeof part === "string") return part;
		const child = childAt(part, text, texts, placed);
		if (!child) return "[unavailable: the frame did not answer]";
		placed.add(child);
		return wordsOf(child, texts, placed);
	});
	return parts.filter((part) => part !== "").join("\n\n");
}
