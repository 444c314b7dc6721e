import type { LinkParams } from "../../../lib/catalog/catalog.ts";
import type { ContentApi, Way } from "../../content-api.ts";
import { actIn, type DomPlace } from "../acting.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "../debugger/attachment.ts";
import type { Context } from "../debugger/contexts.ts";
import { whileDrawn } from "../debugger/drawing.ts";
import { askContent, remoteElement } from "../debugger/element.ts";
import type { Point } from "../debugger/mouse.ts";
import { askAbout, reachable } from "../debugger/reach.ts";
import { metricsOf } from "../debugger/view.ts";
import { scrolled, turnWheel } from "../debugger/wheel.ts";
import type { Tool } from "../executor.ts";
import { readyFrames } from "../frames.ts";
import { runInFrames } from "../in-frames.ts";
import { requireTab } from "../tab-access.ts";

type Wish = LinkParams<"browser_scroll">;
type Direction = NonNullable<Wish["direction"]>;
type Size = ReturnType<ContentApi["scrollerSize"]>;

/** Of what shows, so that a line or two stays in sight. */
const MOST = 0.9;

const DOM_MS = 3_000;

function wayOf(direction: Direction, amount: number | undefined, { width, height }: Size): Way {
	const isSideways = direction === "left" || direction === "right";
	const pixels = Math.round(amount ?? MOST * (isSideways ? width : height));
	const signed = direction === "up" || direction === "left" ? -pixels : pixels;
	return isSideways ? { x: signed, y: 0 } : { x: 0, y: signed };
}

/** Where the wheel is turned, and how much shows of what it scrolls. */
interface Place {
	readonly session: string;
	readonly point: Point;
	readonly size: Size;
}

async function placeOver(attachment: Attachment, ref: string, call: Call): Promise<Place> {
	const element = await remoteElement(attachment, ref);
	const point = await reachable(attachment, element, ref, call, { mayBeDisabled: true });
	const size = await askAbout<Size>(attachment, element, "scrollerSize", ref);
	return { session: element.context.session, point, size };
}

async function placeInMiddle(attachment: Attachment): Promise<Place> {
	const { clientWidth: width, clientHeight: height } = (await metricsOf(attachment)).cssLayoutViewport;
	const point = { x: width / 2, y: height / 2 };
	const top = attachment.contentContexts().find((context: Context) => context.session === "");
	const told = top && (await askContent(attachment, top, "monk.scrollerSize(null)").catch(() => undefined));
	return { session: "", point, size: (told?.value as Size | undefined) ?? { width, height } };
}

async function intoView(attachment: Attachment, begin: () => Promise<void>, ref: string, call: Call): Promise<boolean> {
	const { objectId, context } = await remoteElement(attachment, ref);
	await begin();
	const bring = () => attachment.send("DOM.scrollIntoViewIfNeeded", { objectId }, context.session);
	return scrolled(attachment, call, bring);
}

async function byWheel(
	attachment: Attachment,
	begin: () => Promise<void>,
	{ ref, direction = "down", amount }: Wish,
	call: Call,
): Promise<boolean> {
	const { session, point, size } = await (ref === undefined
		? placeInMiddle(attachment)
		: placeOver(attachment, ref, call));
	await begin();
	const way = wayOf(direction, amount, size);
	return scrolled(attachment, call, () => turnWheel(attachment, session, point, way));
}

/** Sent to the frame as text. */
function sizeHere(ref: string | null): Size | undefined {
	return (globalThis as { monk?: ContentApi }).monk?.scrollerSize(ref);
}

/** Sent to the frame as text. Without a way it brings the element into view. */
function scrollHere(ref: string | null, way: Way | null): boolean {
	const { monk } = globalThis as { monk?: ContentApi };
	if (monk === undefined) return false;
	if (way !== null) return monk.scrollBy(ref, way);
	const element = ref === null ? undefined : monk.element(ref);
	const before = element?.getBoundingClientRect();
	element?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
	const after = element?.getBoundingClientRect();
	return before?.x !== after?.x || before?.y !== after?.y;
}

async function byDom({ tabId, frame }: DomPlace, { ref, direction, amount }: Wish, call: Call): Promise<boolean> {
	const at = [frame.documentId];
	const [told] = await runInFrames(tabId, at, call, DOM_MS, sizeHere, [ref ?? null]);
	const size = told?.result ?? { width: 0, height: 0 };
	const way = ref !== undefined && direction === undefined ? null : wayOf(direction ?? "down", amount, size);
	const [done] = await runInFrames(tabId, at, call, DOM_MS, scrollHere, [ref ?? null, way]);
	return done?.result ?? false;
}

/** Turns the mouse wheel over an element or in the middle of the view, or brings an element into view. */
export const scroll: Tool<"browser_scroll"> = async (params, call, realm) => {
	const { ref, direction } = params;
	// Without a ref nothing else has made sure that the frames can tell what moved.
	if (ref === undefined) await readyFrames((await requireTab(params.tabId, "act", call)).id, call);
	const byDebugger = (attachment: Attachment, begin: () => Promise<void>): Promise<boolean> =>
		whileDrawn(attachment, () =>
			ref !== undefined && direction === undefined
				? intoView(attachment, begin, ref, call)
				: byWheel(attachment, begin, params, call),
		);
	const { acted, told } = await actIn(
		params,
		{ byDebugger, byDom: ref === undefined ? undefined : (place) => byDom(place, params, call) },
		call,
		realm,
	);
	return { ...acted, ...(told === undefined ? {} : { moved: told }) };
};
