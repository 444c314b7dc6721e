/**
 * A frame's accessibility tree as plain JSON: what the content script hands to the background, which joins the
 * frames and renders them. Nothing here knows the DOM.
 */
export interface AriaNode {
	readonly role: string;
	readonly name?: string;
	/** How the element is pointed at; absent on wording and on options of a closed select. */
	readonly ref?: string;
	/** A person could work it: a widget, something focusable, or something that shows the pointing hand. */
	readonly interactive?: true;
	readonly states?: AriaStates;
	/** `cursor: pointer`, inherited ones not repeated. */
	readonly pointer?: true;
	/** `/url:`, `/placeholder:` and the like, in print order. */
	readonly properties?: Readonly<Record<string, string>>;
	/** A control's value, or the text of a node that holds nothing else. */
	readonly text?: string;
	/** Our own additions in square brackets, such as `masked` and `file-input for "CV"`. */
	readonly notes?: readonly string[];
	readonly children?: readonly (AriaNode | string)[];
	/** Set on a frame's element: how its document is found again among the frames of the tab. */
	readonly frame?: FrameLink;
}

export interface AriaStates {
	readonly active?: boolean;
	readonly busy?: boolean;
	readonly checked?: boolean | "mixed";
	readonly current?: boolean | string;
	readonly disabled?: boolean;
	readonly expanded?: boolean;
	readonly invalid?: boolean | string;
	readonly level?: number;
	readonly modal?: boolean;
	readonly pressed?: boolean | "mixed";
	readonly readonly?: boolean;
	readonly required?: boolean;
	readonly selected?: boolean;
}

/** `index`: the child is `window[index]` of this document. `token`: it was told this word (frames in shadow roots). */
export type FrameLink = { readonly index: number } | { readonly token: string };

/** `invalid`: the selector is none. */
export type MissingRoot = "absent" | "invalid";

export interface FrameTree {
	readonly url: string;
	readonly title: string;
	/** How this document finds its place in its parent: the same union, seen from the child; absent in the top frame. */
	readonly place?: FrameLink;
	readonly nodes: readonly (AriaNode | string)[];
	/** The next free number of the ref counter that this document uses. */
	readonly nextRef: number;
	/** The part that was asked for is not in this document, or cannot be asked for: `nodes` is empty. */
	readonly missingRoot?: MissingRoot;
	/** The document changed while it was read: its parts may be of different moments. */
	readonly torn?: true;
	/** The document goes on: no more was read than the characters that were asked for. */
	readonly cut?: true;
	/** The document goes on: there was no time to read more of it. */
	readonly late?: true;
}
