import { MonkError } from "../../../lib/errors/error.ts";
import { boxesOf, pointsOf, spotIn } from "../../aim.ts";
import type { Actionability, FreePoint } from "../../content-api.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import { askContent, type Place, type RemoteElement } from "./element.ts";
import type { Point } from "./mouse.ts";
import { obstacleAbove, type Quad } from "./overlay.ts";

/** Left of the call's time for the act itself when waiting for the element ends, in milliseconds. */
const ACT_MS = 500;

/** Milliseconds between two looks, growing to the last. */
const pauses = [0, 20, 100, 100, 500];

/** Points of an element that are tried where only what lies around its frame is in the way: each takes several questions. */
const TRIES_UNDER = 10;

/** What is asked of a place to press. */
export interface Wish {
	/** Pixels from the first corner of the element's box; without it any point will do. */
	readonly spot?: Point | undefined;
	/** The pointer may rest on a disabled element too. */
	readonly mayBeDisabled?: true;
}

/** The check that an element fails, in words, or undefined. */
export function failedCheck(state: Actionability, { mayBeDisabled }: Wish = {}): string | undefined {
	if (!state.attached) return "is no longer in the page";
	if (!state.visible) return "is not visible";
	if (!state.still) return "is moving";
	if (!state.enabled && !mayBeDisabled) return "is disabled";
	return undefined;
}

/** Asks the content script something about the element of a ref. */
export async function askAbout<T>(
	attachment: Attachment,
	{ context }: Place,
	question: string,
	...args: readonly unknown[]
): Promise<T> {
	const list = args.map((arg) => JSON.stringify(arg)).join(", ");
	return (await askContent(attachment, context, `monk.${question}(${list})`)).value as T;
}

/**
 * Where the element comes to lie when what the browser itself does did not help: it knows nothing of headers and bars
 * that stay in place and cover what is under them.
 */
const alignments = ["center", "end", "start"] as const;

async function bringIntoView(
	attachment: Attachment,
	element: RemoteElement,
	ref: string,
	round: number,
): Promise<void> {
	const { context, objectId } = element;
	if (round < 2) {
		await attachment.send("DOM.scrollIntoViewIfNeeded", { objectId }, context.session).catch(() => undefined);
		return;
	}
	await askAbout(attachment, element, "align", ref, alignments[round % alignments.length]).catch(() => undefined);
}

export const quadsOf = (attachment: Attachment, { context, objectId }: RemoteElement): Promise<readonly Quad[]> =>
	attachment
		.send<{ quads: readonly Quad[] }>("DOM.getContentQuads", { objectId }, context.session)
		.then(({ quads }) => quads)
		.catch(() => []);

/** The element itself, or what is pressed in its place. */
async function pressedFor(
	attachment: Attachment,
	element: RemoteElement,
	ref: string,
	{ hasStandIn }: Actionability,
): Promise<RemoteElement> {
	if (!hasStandIn) return element;
	const { context } = element;
	const { objectId } = await askContent(attachment, context, `monk.standIn(${JSON.stringify(ref)})`, false);
	return objectId === undefined ? element : { context, objectId };
}

/** The middle of an element's first box, in its session's view; undefined when it is not drawn. */
export async function middleOf(attachment: Attachment, element: RemoteElement): Promise<Point | undefined> {
	const [middle] = pointsOf(boxesOf(await quadsOf(attachment, element)));
	return middle;
}

/** The first of these points at which the element is met, or what is met instead at the first one. */
async function freeAmong(
	attachment: Attachment,
	element: RemoteElement,
	ref: string,
	points: readonly Point[],
	middle: Point,
): Promise<Look<Point>> {
	// Points count from the view of the whole session, the content script from that of its own frame: both know where
	// the middle of the first box is.
	const offsets = points.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y }));
	let covered: string | undefined;
	for (let from = 0, tries = 0; ; tries++) {
		const seen = await askAbout<FreePoint>(attachment, element, "freePoint", ref, offsets.slice(from));
		const point = seen.free === undefined ? undefined : points[from + seen.free];
		if (seen.free === undefined || point === undefined) return { failed: `is ${covered ?? seen.obstacle}` };
		const above = await obstacleAbove(attachment, element.context, point);
		if (above === undefined) return { ready: point };
		covered ??= above;
		if (tries === TRIES_UNDER) return { failed: `is ${covered}` };
		from += seen.free + 1;
	}
}

/** Scrolls to the element and looks where a press would hit it. */
async function look(
	attachment: Attachment,
	element: RemoteElement,
	ref: string,
	wish: Wish,
	round: number,
): Promise<Look<Point>> {
	await bringIntoView(attachment, element, ref, round);
	const state = await askAbout<Actionability>(attachment, element, "actionability", ref);
	const failed = failedCheck(state, wish);
	if (failed !== undefined) return { failed };
	const boxes = boxesOf(await quadsOf(attachment, await pressedFor(attachment, element, ref, state)));
	const [first] = boxes;
	const points = pointsOf(boxes);
	const [middle] = points;
	if (first === undefined || middle === undefined) return { failed: "has no box to click" };
	if (wish.spot === undefined) return freeAmong(attachment, element, ref, points, middle);
	const spot = spotIn(first, wish.spot);
	if (spot === undefined) throw new MonkError("INVALID_ARGUMENT", "x, y: the element is smaller than that");
	return freeAmong(attachment, element, ref, [spot], middle);
}

/**
 * Where the element of a ref can be pressed at once, told by one question; undefined where it takes a closer look. Only
 * in the tab's own document is a point of its view also one of the session's, with nothing laid over it from outside.
 */
export async function readyPoint(attachment: Attachment, ref: string, wish: Wish = {}): Promise<Point | undefined> {
	const context = attachment.topContext();
	if (context === undefined || wish.spot !== undefined) return undefined;
	const question = `monk.readyPoint(${JSON.stringify(ref)}, ${wish.mayBeDisabled === true})`;
	const told = await askContent(attachment, context, question).catch(() => undefined);
	return (told?.value ?? undefined) as Point | undefined;
}

/** What an error calls the element: its words are the page's. */
export async function nameOf(attachment: Attachment, place: Place, ref: string): Promise<string> {
	const told = await askAbout<unknown>(attachment, place, "describe", ref).catch(() => undefined);
	return typeof told === "string" ? `${ref} (${told})` : ref;
}

/** What a look at an element found: it is ready, or the check that it failed, in words. */
export type Look<T> = { readonly ready: T } | { readonly failed: string };

/**
 * Looks at an element again and again until it is ready, and returns what the last look found. Throws NOT_ACTIONABLE
 * with the check that failed last, when the call's time is nearly over.
 */
export async function untilReady<T>(
	look: (round: number) => Promise<Look<T>>,
	attachment: Attachment,
	place: Place,
	ref: string,
	call: Call,
): Promise<T> {
	for (let round = 0; ; round++) {
		const seen = await call.within(look(round));
		if ("ready" in seen) return seen.ready;
		const pause = pauses[Math.min(round, pauses.length - 1)] ?? 0;
		if (call.patience < pause + ACT_MS) {
			throw new MonkError("NOT_ACTIONABLE", `${await nameOf(attachment, place, ref)} ${seen.failed}`);
		}
		await call.pause(pause);
	}
}

/**
 * Waits until the element is attached, visible, still, enabled, and the thing under the pointer, and returns the point
 * to press, in CSS px of its session's view. Throws NOT_ACTIONABLE with the check that failed last, and INVALID_ARGUMENT
 * for a spot outside of the element.
 */
export const reachable = (
	attachment: Attachment,
	element: RemoteElement,
	ref: string,
	call: Call,
	wish: Wish = {},
): Promise<Point> => untilReady((round) => look(attachment, element, ref, wish, round), attachment, element, ref, call);
