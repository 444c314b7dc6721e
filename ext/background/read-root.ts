import { MonkError } from "../../lib/errors/error.ts";
import type { RefLookup, SnapshotRoot } from "../content-api.ts";
import type { MissingRoot } from "../snapshot/tree.ts";
import type { Call } from "./call.ts";
import type { LiveFrame } from "./in-frames.ts";
import { goneText, lookUpRef } from "./ref-lookup.ts";
import { frameOfRef } from "./refs.ts";

const TOP = 0;

/** A part of a tab's page: the frame that it is in, and what that frame is asked for. */
export interface Part {
	readonly from: number;
	readonly root: SnapshotRoot;
}

const isRef = (root: string): boolean => /^(?:f[1-9]\d*)?e[1-9]\d*$/.test(root);

/** A ref whose element stands for something else by now may be read all the same: only acting on it is refused. */
const isReadable = (found: RefLookup | undefined): boolean => found?.state === "found" || found?.state === "changed";

/** Where a root is: a ref's own frame; a selector is the top document's. Throws STALE_REF. */
export async function partAt(tabId: number, root: string, frames: readonly LiveFrame[], call: Call): Promise<Part> {
	if (!isRef(root)) return { from: TOP, root: { selector: root } };
	const frame = await frameOfRef(tabId, root, frames);
	const found = await lookUpRef(tabId, frame, root, call);
	if (!isReadable(found)) throw new MonkError("STALE_REF", await goneText(tabId, root, found));
	return { from: frame.frameId, root: { ref: root } };
}

/** Throws what a part that is not there means. */
export function requirePart(part: Part | undefined, missing: MissingRoot | undefined): void {
	if (part === undefined || missing === undefined) return;
	if ("ref" in part.root) throw new MonkError("STALE_REF", `${part.root.ref} has just gone from the page`);
	const selector = JSON.stringify(part.root.selector.slice(0, 100));
	if (missing === "invalid") throw new MonkError("INVALID_ARGUMENT", `root: ${selector} is no CSS selector`);
	throw new MonkError("NOT_FOUND", `root: nothing in the top document matches ${selector}`, {
		hint: "Take a browser_snapshot; a part of a frame is named by its ref.",
	});
}

/** Whether a frame may lie in another one, as far as Chrome tells who holds whom. */
export function mayLieIn(frameId: number, outer: number, parents: ReadonlyMap<number, number>): boolean {
	let at: number | undefined = frameId;
	for (let depth = 0; at !== undefined && at !== outer && depth < 100; depth++) at = parents.get(at);
	return at === undefined || at === outer;
}
