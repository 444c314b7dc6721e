import type { FrameLink } from "../../snapshot/tree.ts";
import type { Refs } from "../refs.ts";
import type { Reading } from "./reading.ts";

/** What the walk needs beside the page: who hands out refs, and how a frame's element is linked to its document. */
export interface Walk {
	readonly reading: Reading;
	readonly refs: Refs;
	frameLink(element: Element): FrameLink;
}

/** What an element inherits from those it stands in. */
export interface Scope {
	/** Shown, but not to be worked with: outside the modal dialog, or inside `inert`. */
	readonly inert: boolean;
	/** The pointing hand is shown already. */
	readonly pointer: boolean;
	/** Inside something named by its content: the words are in that name. */
	readonly named: boolean;
}
