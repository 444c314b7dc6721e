import type { Point, Quad } from "../../aim.ts";
import type { Attachment } from "./attachment.ts";
import type { Context } from "./contexts.ts";
import type { Evaluated, RemoteValue } from "./remote-value.ts";

export type { Quad } from "../../aim.ts";

interface Hit {
	readonly backendNodeId: number;
	readonly frameId: string;
}

interface View {
	readonly cssLayoutViewport: {
		readonly pageX: number;
		readonly pageY: number;
		readonly clientWidth: number;
		readonly clientHeight: number;
	};
}

/** Where a point of a frame's view lies in the view around it, given the box in which that frame is drawn. */
export function outwards({ x, y }: Point, width: number, height: number, box: Quad): Point {
	const [x1, y1, x2, y2, , , x4, y4] = box;
	const [right, down] = [x / width, y / height];
	return { x: x1 + (x2 - x1) * right + (x4 - x1) * down, y: y1 + (y2 - y1) * right + (y4 - y1) * down };
}

const view = (attachment: Attachment, session: string): Promise<View> =>
	attachment.send<View>("Page.getLayoutMetrics", {}, session);

/** What a press at a point would meet; undefined outside of everything. */
export async function hitAt(attachment: Attachment, session: string, { x, y }: Point): Promise<Hit | undefined> {
	const { cssLayoutViewport } = await view(attachment, session);
	// Counted from the top of the document, unlike everything else here.
	const at = { x: Math.round(x + cssLayoutViewport.pageX), y: Math.round(y + cssLayoutViewport.pageY) };
	return attachment.send<Hit>("DOM.getNodeForLocation", at, session).catch(() => undefined);
}

interface Described {
	readonly node: { readonly localName: string; readonly nodeName: string; readonly attributes?: readonly string[] };
}

/** `div#dialog` or `div.modal-backdrop`: how the page itself calls it. */
export function nodeText({ node: { localName, nodeName, attributes = [] } }: Described): string {
	const value = (name: string): string | undefined => {
		const at = attributes.findIndex((one, index) => index % 2 === 0 && one === name);
		return at < 0 ? undefined : attributes[at + 1];
	};
	const [id, [firstClass] = []] = [value("id"), value("class")?.trim().split(/\s+/)];
	return `${localName || nodeName}${id ? `#${id}` : firstClass ? `.${firstClass}` : ""}`;
}

async function covering(attachment: Attachment, session: string, hit: Hit | undefined): Promise<string> {
	if (hit === undefined) return "outside the visible part of the page";
	const told = await attachment.send<Described>("DOM.describeNode", { backendNodeId: hit.backendNodeId }, session);
	return `covered by ${nodeText(told)}`;
}

interface Owner {
	readonly backendNodeId: number;
}

/** Whether an element lets the pointer through, so that what is met there covers nothing. */
async function takesNoPointer(attachment: Attachment, owner: Owner, session: string): Promise<boolean> {
	const { object } = await attachment.send<{ object: RemoteValue }>("DOM.resolveNode", { ...owner }, session);
	const functionDeclaration = "function () { return getComputedStyle(this).pointerEvents; }";
	const asked = { objectId: object.objectId, functionDeclaration, returnByValue: true };
	const { result } = await attachment.send<Evaluated>("Runtime.callFunctionOn", asked, session);
	return result.value === "none";
}

const inNoPointer = "in a frame that is set to take no pointer events (pointer-events: none)";

/** The element that holds a frame, in the session of the document around it. */
const ownerOf = (attachment: Attachment, frameId: string, session: string): Promise<Owner> =>
	attachment.send<Owner>("DOM.getFrameOwner", { frameId }, session);

/**
 * What lies over an element's frame in the documents around it, at a point of its session's view; undefined when
 * nothing does. A press is handed to the frame itself, so it would pass through whatever the page laid over it.
 */
export async function obstacleAbove(
	attachment: Attachment,
	{ session, frameId }: Context,
	point: Point,
): Promise<string | undefined> {
	const hit = await hitAt(attachment, session, point);
	if (hit?.frameId !== frameId) {
		const isPassed = ownerOf(attachment, frameId, session).then((owner) => takesNoPointer(attachment, owner, session));
		// The document at the root of a session has no owner there.
		return (await isPassed.catch(() => false)) ? inNoPointer : covering(attachment, session, hit);
	}
	return obstacleAround(attachment, session, point);
}

async function obstacleAround(attachment: Attachment, session: string, point: Point): Promise<string | undefined> {
	const child = attachment.childSession(session);
	if (child === undefined) return undefined;
	const { backendNodeId } = await ownerOf(attachment, child.frameId, child.parent);
	const [{ cssLayoutViewport: inner }, { quads }] = await Promise.all([
		view(attachment, session),
		attachment.send<{ quads: readonly Quad[] }>("DOM.getContentQuads", { backendNodeId }, child.parent),
	]);
	const [box] = quads;
	if (box === undefined) return "in a frame that is not shown";
	const outer = outwards(point, inner.clientWidth, inner.clientHeight, box);
	const hit = await hitAt(attachment, child.parent, outer);
	if (hit?.backendNodeId !== backendNodeId) {
		const isPassed = await takesNoPointer(attachment, { backendNodeId }, child.parent).catch(() => false);
		return isPassed ? inNoPointer : covering(attachment, child.parent, hit);
	}
	return obstacleAround(attachment, child.parent, outer);
}
