import type { FrameLink } from "./tree.ts";

/** A frame of a tab, as far as it matters for where it stands. */
export interface PlacedFrame {
	/** Chrome's number of the frame; 0 is the top one. */
	readonly frameId: number;
	/** Chrome's number of the frame that holds it, where known: `webNavigation` misses some. */
	readonly parentFrameId?: number;
	readonly read: { readonly place?: FrameLink } | { readonly unavailable: string };
}

/** Why a frame was not read; undefined for one that was. */
export const reasonOf = ({ read }: PlacedFrame): string | undefined =>
	"unavailable" in read ? read.unavailable : undefined;

/**
 * The document that belongs to a frame's element, among those that have no place yet. A token is the tab's own; an index
 * is the parent's, so a frame whose parent is not known counts only when no other could be meant. One that was not read
 * cannot say where it stands: it is meant when it alone is left in that parent, or all that are left say the same.
 */
export function childAt<Frame extends PlacedFrame>(
	link: FrameLink,
	parent: PlacedFrame,
	frames: readonly Frame[],
	placed: ReadonlySet<Frame>,
): Frame | undefined {
	const free = frames.filter((frame) => !placed.has(frame));
	const alike = free.filter((frame) => isSamePlace(frame, link));
	const known = alike.find((frame) => "token" in link || frame.parentFrameId === parent.frameId);
	if (known) return known;
	const orphans = alike.filter((frame) => frame.parentFrameId === undefined);
	if (orphans.length === 1) return orphans[0];
	const silent = free.filter((frame) => reasonOf(frame) !== undefined && frame.parentFrameId === parent.frameId);
	const [first] = silent;
	return first !== undefined && silent.every((frame) => reasonOf(frame) === reasonOf(first)) ? first : undefined;
}

function isSamePlace({ read }: PlacedFrame, link: FrameLink): boolean {
	if ("unavailable" in read || read.place === undefined) return false;
	const { place } = read;
	return "token" in link
		? "token" in place && place.token === link.token
		: "index" in place && place.index === link.index;
}
