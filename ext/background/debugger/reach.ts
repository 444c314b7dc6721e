import { MonkError } from "../../../lib/errors/error.ts";
import type { Actionability } from "../../content-api.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import { askContent, type RemoteElement } from "./element.ts";
import type { Point } from "./mouse.ts";
import { obstacleAbove, type Quad } from "./overlay.ts";

/** Left of the call's time for the act itself when waiting for the element ends, in milliseconds. */
const ACT_MS = 500;

/** Milliseconds between two looks, growing to the last. */
const pauses = [0, 20, 100, 100, 500];

/** The middle of a box that may be turned; undefined for one without area. */
export function middleOf(quad: Quad): Point | undefined {
	const [x1, y1, x2, y2, x3, y3, x4, y4] = quad;
	const area = Math.abs(x1 * y2 - x2 * y1 + x2 * y3 - x3 * y2 + x3 * y4 - x4 * y3 + x4 * y1 - x1 * y4) / 2;
	if (area < 1) return undefined;
	return { x: (x1 + x2 + x3 + x4) / 4, y: (y1 + y2 + y3 + y4) / 4 };
}

/** The check that an element fails, in words, or undefined. */
export function failedCheck(state: Actionability): string | undefined {
	if (!state.attached) return "is no longer in the page";
	if (!state.visible) return "is not visible";
	if (!state.still) return "is moving";
	if (!state.enabled) return "is disabled";
	return undefined;
}

/** Scrolls to the element and looks whether a click at its middle would hit it. */
async function look(attachment: Attachment, element: RemoteElement, ref: string): Promise<Look<Point>> {
	const { context, objectId } = element;
	const name = JSON.stringify(ref);
	await attachment.send("DOM.scrollIntoViewIfNeeded", { objectId }, context.session).catch(() => undefined);
	const { value: state } = await askContent(attachment, context, `monk.actionability(${name})`);
	const failed = failedCheck(state as Actionability);
	if (failed !== undefined) return { failed };
	const quads = await attachment
		.send<{ quads: readonly Quad[] }>("DOM.getContentQuads", { objectId }, context.session)
		.then(({ quads }) => quads)
		.catch(() => []);
	const [point] = quads.map(middleOf).filter((middle) => middle !== undefined);
	if (point === undefined) return { failed: "has no box to click" };
	const { value: obstacle } = await askContent(attachment, context, obstacleQuestion(name));
	if (typeof obstacle === "string") return { failed: `is ${obstacle}` };
	const above = await obstacleAbove(attachment, context, point);
	return above === undefined ? { ready: point } : { failed: `is ${above}` };
}

/**
 * Quads count from the view of the whole session, the content script from that of its own frame: it finds the same
 * middle itself, as that of the first box with an area.
 */
const obstacleQuestion = (name: string): string => `(() => {
	const boxes = [...monk.element(${name}).getClientRects()];
	const box = boxes.find(({ width, height }) => width * height >= 1) ?? boxes[0];
	return monk.obstacleAt(${name}, box.x + box.width / 2, box.y + box.height / 2);
})()`;

/** What an error calls the element: its words are the page's. */
export async function nameOf(attachment: Attachment, { context }: RemoteElement, ref: string): Promise<string> {
	const told = await askContent(attachment, context, `monk.describe(${JSON.stringify(ref)})`).catch(() => undefined);
	return typeof told?.value === "string" ? `${ref} (${told.value})` : ref;
}

/** What a look at an element found: it is ready, or the check that it failed, in words. */
export type Look<T> = { readonly ready: T } | { readonly failed: string };

/**
 * Looks at an element again and again until it is ready, and returns what the last look found. Throws NOT_ACTIONABLE
 * with the check that failed last, when the call's time is nearly over.
 */
export async function untilReady<T>(
	look: () => Promise<Look<T>>,
	attachment: Attachment,
	element: RemoteElement,
	ref: string,
	call: Call,
): Promise<T> {
	for (let round = 0; ; round++) {
		const seen = await call.within(look());
		if ("ready" in seen) return seen.ready;
		const pause = pauses[Math.min(round, pauses.length - 1)] ?? 0;
		if (call.left < pause + ACT_MS) {
			throw new MonkError("NOT_ACTIONABLE", `${await nameOf(attachment, element, ref)} ${seen.failed}`);
		}
		await call.pause(pause);
	}
}

/**
 * Waits until the element is attached, visible, still, enabled, and the thing under the pointer, and returns the point
 * to press, in CSS px of its session's view. Throws NOT_ACTIONABLE with the check that failed last.
 */
export const reachable = (attachment: Attachment, element: RemoteElement, ref: string, call: Call): Promise<Point> =>
	untilReady(() => look(attachment, element, ref), attachment, element, ref, call);
