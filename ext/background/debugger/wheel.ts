import type { Way } from "../../content-api.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import { askContent } from "./element.ts";
import type { Point } from "./mouse.ts";
import { refuseRuledOutPoint } from "./ruled-frames.ts";

/** Milliseconds in which the wheel's scrolling shows itself. */
const START_MS = 300;

/** Milliseconds without a scroll event after which a glide is over. */
const QUIET_MS = 80;

/** Milliseconds after which a page that scrolls on and on is let be. */
const END_MS = 2_000;

const LOOK_MS = 20;

/** A frame may go while it is asked; then it scrolls no more. */
const askAll = async (attachment: Attachment, expression: string): Promise<readonly unknown[]> =>
	Promise.all(
		attachment.contentContexts().map((context) =>
			askContent(attachment, context, expression).then(
				({ value }) => value,
				() => undefined,
			),
		),
	);

/** Milliseconds since anything scrolled in any frame. */
async function sinceScroll(attachment: Attachment): Promise<number | undefined> {
	const told = await askAll(attachment, "globalThis.monk?.sinceScroll()");
	const times = told.filter((time) => typeof time === "number");
	return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * Does something that may scroll, waits until that is over, and tells whether anything moved within `startMs`. It is
 * over with the event that says so, or after `quietMs` without a scroll event.
 */
export async function scrolled(
	attachment: Attachment,
	call: Call,
	act: () => Promise<unknown>,
	{ startMs, quietMs } = { startMs: START_MS, quietMs: QUIET_MS },
): Promise<boolean> {
	await askAll(attachment, "globalThis.monk?.watchScroll()");
	await act();
	const began = Date.now();
	for (;;) {
		const since = await call.within(sinceScroll(attachment));
		const passed = Date.now() - began;
		if (since === undefined ? passed > startMs : since > quietMs || passed > END_MS) return since !== undefined;
		await call.pause(LOOK_MS);
	}
}

/** Turns the wheel at a point of a session's view, by pixels. Throws SITE_RULED_OUT. */
export async function turnWheel(attachment: Attachment, session: string, point: Point, way: Way): Promise<void> {
	await refuseRuledOutPoint(attachment, session, point);
	const event = { type: "mouseWheel", ...point, deltaX: way.x, deltaY: way.y, pointerType: "mouse" };
	await attachment.send("Input.dispatchMouseEvent", event, session);
}
