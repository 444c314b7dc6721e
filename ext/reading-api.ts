import type { FrameLink, MissingRoot } from "./snapshot/tree.ts";

/** Where to begin: a ref of this document, or the first match of a CSS selector, shadow roots included. */
export type SnapshotRoot = { readonly ref: string } | { readonly selector: string };

/** How a document is read, whatever is made of it. */
export interface ReadRequest {
	/** Which call it is for: what was begun for all frames at once is not begun again for one of them. */
	readonly call?: string;
	/** Milliseconds since the epoch after which what was not read yet is left out. Never when absent. */
	readonly until?: number;
}

/** What may be asked of all frames of a tab at once: whatever is the same for every one of them. */
export interface SnapshotWish extends ReadRequest {
	/** Characters that will be printed at most: no more than that is read. All when absent. */
	readonly budget?: number;
}

export interface SnapshotRequest extends SnapshotWish {
	/** 0 is the top document, whose refs are `e1`; any other gives `f<frame>e1`. Kept for the document's life. */
	readonly frame: number;
	/** The lowest number that may be given to a new ref. */
	readonly floor: number;
	readonly root?: SnapshotRoot;
}

export interface TextRequest extends ReadRequest {
	readonly root?: SnapshotRoot;
	readonly format: "text" | "markdown";
}

/** A document's words in reading order; between them the places of its frames, whose words are read by themselves. */
export interface FrameText {
	readonly url: string;
	readonly title: string;
	/** How this document finds its place in its parent; absent in the top frame. */
	readonly place?: FrameLink;
	readonly parts: readonly (string | FrameLink)[];
	readonly missingRoot?: MissingRoot;
	/** The document changed while it was read: its parts may be of different moments. */
	readonly torn?: true;
	/** The document goes on: there was no time to read more of it. */
	readonly late?: true;
}

/** What may be waited for in a document. Absence is the caller's affair: it must hold in all frames. */
export type WaitCondition =
	/** Visible words, white space counting as one. */
	| { readonly kind: "text"; readonly text: string }
	/** A visible element, shadow roots included. */
	| { readonly kind: "selector"; readonly selector: string }
	| { readonly kind: "load"; readonly state: "load" | "domcontentloaded" };

export interface Sight {
	readonly met: boolean;
	/** What is there instead; the page's words. */
	readonly saw: string;
}

/** The part of the content script that reads. */
export interface ReadingApi {
	/**
	 * A FrameTree as JSON: a string is handed over at once, where a tree is copied value by value on both sides. Waits
	 * only in a frame inside a shadow root, which asks its parent for its place (150 ms at most).
	 */
	snapshot(request: SnapshotRequest): Promise<string>;
	/** The same without being told the frame's number; true where that is not known yet, and where it takes long. */
	snapshotSoon(wish: SnapshotWish): Promise<string | true>;
	/** As patient as `snapshot`. */
	text(request: TextRequest): Promise<FrameText>;
	/** True where it takes long. */
	textSoon(request: TextRequest): Promise<FrameText | true>;
	/** Whether this document has the part; false for a selector that is none. */
	hasPart(root: SnapshotRoot): boolean;
	/** Rejects for a selector that is none. */
	see(condition: WaitCondition): Promise<Sight>;
	/** Resolves when a look finds otherwise than `met`, when another watch begins, or 5 s after. */
	untilChange(condition: WaitCondition, met: boolean): Promise<void>;
	endWatch(): void;
}
