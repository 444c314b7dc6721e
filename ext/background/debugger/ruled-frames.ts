/**
 * Frames of sites that the person has ruled out, as the debugger knows them. They are looked for anew at each act and
 * each picture, since a rule may have come a moment ago, and so may a frame's document; without a rule nothing is asked.
 */

import type { Point } from "../../aim.ts";
import { ruleOver } from "../../grant.ts";
import { local } from "../../storage.ts";
import { ruledOutFrame } from "../site-rules.ts";
import type { Attachment } from "./attachment.ts";
import { askContent } from "./element.ts";
import { hitAt } from "./overlay.ts";
import { polygonsOf } from "./view.ts";

interface FrameTree {
	readonly frame: {
		readonly id: string;
		readonly parentId?: string;
		readonly url: string;
		readonly securityOrigin: string;
	};
	readonly childFrames?: readonly FrameTree[];
}

/** A frame, and the session in which its own document is; of one that did not answer no more than that is known. */
interface Known {
	readonly session: string;
	readonly parent: string | undefined;
	readonly sites: readonly string[] | undefined;
}

const flat = (tree: FrameTree): readonly FrameTree["frame"][] => [
	tree.frame,
	...(tree.childFrames ?? []).flatMap(flat),
];

async function framesIn(attachment: Attachment, session: string): Promise<readonly (readonly [string, Known])[]> {
	const own = attachment.childSession(session)?.frameId ?? attachment.topFrame;
	const told = await attachment.send<{ frameTree: FrameTree }>("Page.getFrameTree", {}, session).catch(() => undefined);
	if (told === undefined) return [[own, { session, parent: undefined, sites: undefined }]];
	return flat(told.frameTree).map(({ id, parentId: parent, url, securityOrigin }) => [
		id,
		{ session, parent, sites: [url, securityOrigin] },
	]);
}

/** The frames of a tab that are out of reach, by the debugger's names, with the session that each one's element is in. */
async function ruledFrames(
	attachment: Attachment,
): Promise<ReadonlyMap<string, { readonly outer: string | undefined }>> {
	const never = (await local.get("never")) ?? [];
	if (never.length === 0) return new Map();
	await attachment.settled();
	const frames = new Map((await Promise.all(attachment.sessions().map((one) => framesIn(attachment, one)))).flat());
	const isOut = (id: string | undefined): boolean => {
		const known = id === undefined ? undefined : frames.get(id);
		if (known === undefined) return false;
		const { sites, parent } = known;
		return sites === undefined || sites.some((site) => ruleOver(never, site) !== undefined) || isOut(parent);
	};
	const outermost = (parent: string | undefined): string | undefined =>
		parent === undefined || isOut(parent) ? undefined : frames.get(parent)?.session;
	const out = [...frames].filter(([id]) => isOut(id));
	return new Map(out.map(([id, { parent }]) => [id, { outer: outermost(parent) }]));
}

/** Throws SITE_RULED_OUT when one of these refs is of a frame that is out of reach. */
export async function refuseRuledOutRefs(attachment: Attachment, refs: readonly string[]): Promise<void> {
	const out = await ruledFrames(attachment);
	if (out.size === 0 || refs.length === 0) return;
	const question = `${JSON.stringify(refs)}.some((ref) => monk.element(ref) !== undefined)`;
	const asked = attachment
		.contentContexts()
		.filter(({ frameId }) => out.has(frameId))
		.map((context) => askContent(attachment, context, question).catch(() => undefined));
	if ((await Promise.all(asked)).some((told) => told?.value === true)) throw ruledOutFrame();
}

/** Throws SITE_RULED_OUT when that frame is out of reach. */
export async function refuseRuledOutFrame(attachment: Attachment, frameId: string): Promise<void> {
	if ((await ruledFrames(attachment)).has(frameId)) throw ruledOutFrame();
}

/** The frame that an element holds; undefined for any other element. */
async function frameHeldBy(attachment: Attachment, node: object, session: string): Promise<string | undefined> {
	const told = await attachment.send<{ node: { frameId?: string } }>("DOM.describeNode", node, session);
	return told.node.frameId;
}

/** Throws SITE_RULED_OUT when a key would go to a frame that is out of reach, or when that cannot be told. */
export async function refuseRuledOutFocus(attachment: Attachment): Promise<void> {
	const out = await ruledFrames(attachment);
	let frame: string | undefined = out.size === 0 ? undefined : attachment.topFrame;
	while (frame !== undefined) {
		const context = attachment.contentContexts().find(({ frameId }) => frameId === frame);
		if (context === undefined || out.has(frame)) throw ruledOutFrame();
		const { objectId } = await askContent(attachment, context, "monk.focused()", false);
		frame = objectId === undefined ? undefined : await frameHeldBy(attachment, { objectId }, context.session);
	}
}

/** Throws SITE_RULED_OUT when the pointer would meet a frame that is out of reach at a point of a session's view. */
export async function refuseRuledOutPoint(attachment: Attachment, session: string, point: Point): Promise<void> {
	const out = await ruledFrames(attachment);
	if (out.size === 0) return;
	const hit = await hitAt(attachment, session, point);
	if (hit === undefined) return;
	const held = await frameHeldBy(attachment, { backendNodeId: hit.backendNodeId }, session);
	if (out.has(hit.frameId) || (held !== undefined && out.has(held))) throw ruledOutFrame();
}

/** Where frames that are out of reach are drawn in the tab's view. Throws when that cannot be told. */
export async function ruledOutPlaces(attachment: Attachment): Promise<readonly (readonly Point[])[]> {
	const places = [...(await ruledFrames(attachment))].map(async ([frameId, { outer }]) => {
		// What lies in another such frame is under the paint of that one.
		if (outer === undefined) return [];
		const { backendNodeId } = await attachment.send<{ backendNodeId: number }>("DOM.getFrameOwner", { frameId }, outer);
		return polygonsOf(attachment, outer, { backendNodeId });
	});
	return (await Promise.all(places)).flat();
}
