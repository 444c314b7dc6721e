import type { FrameLink } from "./tree.ts";

/** The words of one frame as they were collected; `parts` as in the content script's answer. */
export interface CollectedText {
	readonly frameId: number;
	readonly parentFrameId?: number;
	readonly read:
		| { readonly parts: readonly (string | FrameLink)[]; readonly place?: FrameLink }
		| { readonly unavailable: string };
}

/** The words of a tab, or of a frame and all in it: each frame's where it stands, what was not read marked. */
export function joinText(texts: readonly CollectedText[], from = 0): string {
	const start = texts.find((text) => text.frameId === from);
	return start ? wordsOf(start, texts, new Set([start])) : "";
}

function wordsOf(text: CollectedText, texts: readonly CollectedText[], used: Set<CollectedText>): string {
	if ("unavailable" in text.read) return `[unavailable: ${text.read.unavailable}]`;
	const parts = text.read.parts.map((part) => {
		if (typeof part === "string") return part;
		const child = texts.find((other) => !used.has(other) && isAt(other, part, text));
		if (!child) return "[unavailable: the frame did not answer]";
		used.add(child);
		return wordsOf(child, texts, used);
	});
	return parts.filter((part) => part !== "").join("\n\n");
}

function isAt(other: CollectedText, link: FrameLink, parent: CollectedText): boolean {
	if (!("parts" in other.read) || other.read.place === undefined) return false;
	const { place } = other.read;
	if ("token" in link) return "token" in place && place.token === link.token;
	const mayBeParent = other.parentFrameId === undefined || other.parentFrameId === parent.frameId;
	return mayBeParent && "index" in place && place.index === link.index;
}
