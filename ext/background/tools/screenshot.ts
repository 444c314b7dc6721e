import type { LinkParams } from "../../../lib/catalog/catalog.ts";
import { MonkError } from "../../../lib/errors/error.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { whileDrawn } from "../debugger/drawing.ts";
import { remoteElement } from "../debugger/element.ts";
import type { Point } from "../debugger/mouse.ts";
import { ruledOutPlaces } from "../debugger/ruled-frames.ts";
import { secretPlaces } from "../debugger/secret-places.ts";
import { type Metrics, metricsOf, polygonsOf } from "../debugger/view.ts";
import type { Tool } from "../executor.ts";
import { readyFrames } from "../frames.ts";
import { type Area, around, type Picture, painted, shrinkage } from "../picture.ts";
import { requireTab } from "../tab-access.ts";
import { requireRef } from "../target.ts";

type Wish = LinkParams<"browser_screenshot">;

const JPEG_QUALITY = 80;

/** How often a picture is taken in which secrets kept moving, before it is given up. */
const TRIES = 4;

const viewArea = ({ cssLayoutViewport: view }: Metrics): Area => ({
	x: view.pageX,
	y: view.pageY,
	width: view.clientWidth,
	height: view.clientHeight,
});

const shifted = (polygon: readonly Point[], { cssLayoutViewport: { pageX, pageY } }: Metrics): readonly Point[] =>
	polygon.map(({ x, y }) => ({ x: x + pageX, y: y + pageY }));

async function elementArea(attachment: Attachment, ref: string): Promise<Area> {
	const { objectId, context } = await remoteElement(attachment, ref);
	await attachment.send("DOM.scrollIntoViewIfNeeded", { objectId }, context.session).catch(() => undefined);
	const polygons = await polygonsOf(attachment, context.session, { objectId });
	const box = around(shifted(polygons.flat(), await metricsOf(attachment)));
	if (box === undefined) throw new MonkError("NOT_ACTIONABLE", `${ref} is not drawn, so there is nothing to picture`);
	return box;
}

async function areaOf(attachment: Attachment, { ref, fullPage }: Wish): Promise<Area> {
	if (ref !== undefined) return elementArea(attachment, ref);
	const metrics = await metricsOf(attachment);
	return fullPage ? { x: 0, y: 0, ...metrics.cssContentSize } : viewArea(metrics);
}

async function pixelsPerCss(attachment: Attachment): Promise<number> {
	const { result } = await attachment.send<{ result: { value?: unknown } }>("Runtime.evaluate", {
		expression: "devicePixelRatio",
		returnByValue: true,
	});
	return typeof result.value === "number" && result.value > 0 ? result.value : 1;
}

interface Shot extends Picture {
	readonly shrunk: boolean;
}

async function capture(attachment: Attachment, area: Area, wish: Wish): Promise<{ data: string; shrunk: boolean }> {
	const ratio = await pixelsPerCss(attachment);
	const shrink = shrinkage(area, wish.scale === "device" ? ratio : 1);
	const format = wish.format ?? "png";
	const { data } = await attachment.send<{ data: string }>("Page.captureScreenshot", {
		format,
		...(format === "jpeg" ? { quality: wish.quality ?? JPEG_QUALITY } : {}),
		clip: { ...area, scale: wish.scale === "device" ? shrink : shrink / ratio },
		captureBeyondViewport: wish.fullPage === true || wish.ref !== undefined,
	});
	return { data, shrunk: shrink < 1 };
}

/** Takes the picture, and once more as long as what must be hidden moved meanwhile. */
async function shoot(attachment: Attachment, wish: Wish, call: Call): Promise<Shot> {
	const area = await areaOf(attachment, wish);
	const mimeType = wish.format === "jpeg" ? "image/jpeg" : "image/png";
	const places = async (): Promise<readonly (readonly Point[])[]> => {
		const metrics = await metricsOf(attachment);
		const hidden = await Promise.all([secretPlaces(attachment), ruledOutPlaces(attachment)]);
		return hidden.flat().map((polygon) => shifted(polygon, metrics));
	};
	for (let attempt = 0; attempt < TRIES; attempt++) {
		call.check();
		const before = await places();
		const { data, shrunk } = await capture(attachment, area, wish);
		const after = await places();
		if (JSON.stringify(before) !== JSON.stringify(after)) continue;
		return { ...(await painted(data, mimeType, wish.quality ?? JPEG_QUALITY, area, after)), shrunk };
	}
	throw new MonkError("NOT_ACTIONABLE", "what must be hidden keeps moving, so it could not be painted over");
}

/**
 * Pictures the view, the whole page or one element, in the background too, with fields of secrets and frames of sites
 * that the person has ruled out painted over.
 */
export const screenshot: Tool<"browser_screenshot"> = async (params, call, { debugging }) => {
	const tab = await requireTab(params.tabId, "look", call);
	if (params.ref !== undefined) await requireRef(tab.id, params.ref, call);
	else await readyFrames(tab.id, call);
	const { shrunk, ...picture } = await debugging.use(tab.id, (attachment) =>
		call.within(attachment.unlessDialog(whileDrawn(attachment, () => shoot(attachment, params, call)))),
	);
	// The page may have moved on to where the share does not reach.
	await requireTab(tab.id, "look", call);
	return { tabId: tab.id, ...picture, ...(shrunk ? { shrunk } : {}) };
};
