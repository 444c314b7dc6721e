import type { Attachment } from "./attachment.ts";
import type { Point } from "./mouse.ts";
import { outwards, type Quad } from "./overlay.ts";

interface Size {
	readonly clientWidth: number;
	readonly clientHeight: number;
}

export interface Metrics {
	readonly cssLayoutViewport: Size & { readonly pageX: number; readonly pageY: number };
	readonly cssContentSize: { readonly width: number; readonly height: number };
}

export const metricsOf = (attachment: Attachment, session = ""): Promise<Metrics> =>
	attachment.send<Metrics>("Page.getLayoutMetrics", {}, session);

const corners = ([x1, y1, x2, y2, x3, y3, x4, y4]: Quad): readonly Point[] => [
	{ x: x1, y: y1 },
	{ x: x2, y: y2 },
	{ x: x3, y: y3 },
	{ x: x4, y: y4 },
];

/** A polygon of a session's view as it lies in the view of the tab. */
export async function inTab(
	attachment: Attachment,
	session: string,
	polygon: readonly Point[],
): Promise<readonly Point[]> {
	const child = attachment.childSession(session);
	if (child === undefined) return polygon;
	const { frameId, parent } = child;
	const owner = await attachment.send<{ backendNodeId: number }>("DOM.getFrameOwner", { frameId }, parent);
	const [{ cssLayoutViewport: inner }, { model }] = await Promise.all([
		metricsOf(attachment, session),
		attachment.send<{ model: { content: Quad } }>("DOM.getBoxModel", { backendNodeId: owner.backendNodeId }, parent),
	]);
	const moved = polygon.map((point) => outwards(point, inner.clientWidth, inner.clientHeight, model.content));
	return inTab(attachment, parent, moved);
}

/** Where an element is drawn, box by box, in CSS px of the tab's view. Empty when it is not drawn. */
export async function polygonsOf(
	attachment: Attachment,
	session: string,
	element: { readonly objectId: string } | { readonly backendNodeId: number },
): Promise<readonly (readonly Point[])[]> {
	const { quads } = await attachment
		.send<{ quads: readonly Quad[] }>("DOM.getContentQuads", element, session)
		.catch(() => ({ quads: [] }));
	return Promise.all(quads.map((quad) => inTab(attachment, session, corners(quad))));
}
