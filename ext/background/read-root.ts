import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi, RefLookup } from "../content-api.ts";
import type { SnapshotRoot } from "../reading-api.ts";
import type { MissingRoot } from "../snapshot/tree.ts";
import type { Call } from "./call.ts";
import { type LiveFrame, runInFrames } from "./in-frames.ts";
import { goneText, lookUpRef } from "./ref-lookup.ts";
import { frameOfRef } from "./refs.ts";
import { ruledOutFrame } from "./site-rules.ts";

const TOP = 0;

/** A part of a tab's page: the frame that it is in, and what that frame is asked for. */
export interface Part {
	readonly from: number;
	readonly root: SnapshotRoot;
}

const isRef = (root: string): boolean => /^(?:f[1-9]\d*)?e[1-9]\d*$/.test(root);

/** A ref whose element stands for something else by now may be read all the same: only acting on it is refused. */
const isReadable = (found: RefLookup | undefined): boolean => found?.state === "found" || found?.state === "changed";

/** Milliseconds for a frame to say whether it has what is looked for: one that is busy holds up nobody. */
const LOOK_MS = 1_500;

/** Sent to the frame as text. */
const hasHere = (selector: string): boolean =>
	(globalThis as { monk?: ContentApi }).monk?.hasPart({ selector }) ?? false;

/** The first frame that has a match, the top one before all others; that one too where none has. */
async function frameWith(tabId: number, selector: string, frames: readonly LiveFrame[], call: Call): Promise<number> {
	const has = async ({ documentId }: LiveFrame): Promise<boolean> => {
		const answers = await runInFrames(tabId, [documentId], call, LOOK_MS, hasHere, [selector]).catch(() => []);
		call.check();
		return answers[0]?.result === true;
	};
	const top = frames.find(({ frameId }) => frameId === TOP);
	const others = frames.filter((frame) => frame !== top);
	if (others.length === 0 || (top !== undefined && (await has(top)))) return TOP;
	const found = await Promise.all(others.map(has));
	return others[found.indexOf(true)]?.frameId ?? TOP;
}

/**
 * Where a root is: a ref's own frame, or the first that a selector matches in. Nothing is asked of frames that are `out`
 * of reach. Throws STALE_REF, SITE_RULED_OUT.
 */
export async function partAt(
	tabId: number,
	root: string,
	frames: readonly LiveFrame[],
	out: ReadonlySet<number>,
	call: Call,
): Promise<Part> {
	if (!isRef(root)) {
		const open = frames.filter(({ frameId }) => !out.has(frameId));
		return { from: await frameWith(tabId, root, open, call), root: { selector: root } };
	}
	const frame = await frameOfRef(tabId, root, frames);
	if (out.has(frame.frameId)) throw ruledOutFrame();
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
	throw new MonkError("NOT_FOUND", `root: nothing in the page matches ${selector}`, {
		hint: "Take a browser_snapshot; a part of the page is named by its ref, too.",
	});
}

/** Whether a frame may lie in another one, as far as Chrome tells who holds whom. */
export function mayLieIn(frameId: number, outer: number, parents: ReadonlyMap<number, number>): boolean {
	let at: number | undefined = frameId;
	for (let depth = 0; at !== undefined && at !== outer && depth < 100; depth++) at = parents.get(at);
	return at === undefined || at === outer;
}
