import { type Rendered, renderTree } from "./render.ts";
import { cutTree, type Filter, filterTree } from "./select.ts";
import { type CollectedFrame, stitchFrames } from "./stitch.ts";

export interface SnapshotOptions {
	/** The frame to begin at, where a ref of it was asked for; the top one when absent. */
	readonly from?: number;
	readonly filter?: Filter;
	/** Levels shown, 1 for the top nodes alone. */
	readonly depth?: number;
	readonly maxChars?: number;
}

/** Like the tail of a cut tree: no page can write a line that begins so. */
const tornLine = "# The page changed while it was read, so that parts of this may be older than others.";

/** The same of what there was no time for. */
const lateLine =
	"# The page is too long to be read in time, so the rest of it is left out. Ask with root for a part of it.";

/** Everything that is done with the frames of a tab once they are read: joined, filtered, cut and written out. */
export function composeSnapshot(frames: readonly CollectedFrame[], options: SnapshotOptions = {}): Rendered {
	const { from = 0, filter = "all", depth = Number.POSITIVE_INFINITY, maxChars } = options;
	const nodes = cutTree(filterTree(stitchFrames(frames, from), filter), depth);
	const cut = frames.some(({ read }) => "cut" in read);
	const rendered = renderTree(nodes, { cut, ...(maxChars === undefined ? {} : { maxChars }) });
	const isTorn = frames.some(({ read }) => "torn" in read);
	const isLate = frames.some(({ read }) => "late" in read);
	const text = [rendered.text, ...(isLate ? [lateLine] : []), ...(isTorn ? [tornLine] : [])].join("\n");
	return { ...rendered, text };
}
