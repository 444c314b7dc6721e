import { MonkError } from "../../../lib/errors/error.ts";
import type { Actionability } from "../../content-api.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import { whileDrawn } from "./drawing.ts";
import { type RemoteElement, remoteElement } from "./element.ts";
import type { Point } from "./mouse.ts";
import { askAbout, failedCheck, middleOf, reachable, untilReady } from "./reach.ts";
import { refuseRuledOutPoint } from "./ruled-frames.ts";
import { inTab } from "./view.ts";

/** Milliseconds that the mouse is held before it moves: lists that also scroll by touch wait for as much. */
const HOLD_MS = 150;

/** Moves from the one end to the other, and milliseconds between them: pages follow a drag move by move. */
const STEPS = 12;
const STEP_MS = 15;

/** Milliseconds at the end before letting go, for what has yet to make room. */
const REST_MS = 100;

/** Milliseconds for Chrome to hand over a drag that the page let begin. */
const HAND_OVER_MS = 1_000;

/** Pixels by which the mouse moves first: more than any page takes for a click. */
const NUDGE = 6;

/** The mouse over one session's view, or over the tab's where a drag leads from one to another. */
interface Hand {
	readonly session: string;
	/** A point of an element's session, as this hand counts. */
	place(point: Point, of: RemoteElement): Promise<Point>;
}

function handFor(attachment: Attachment, start: RemoteElement, end: RemoteElement): Hand {
	const { session } = start.context;
	if (session === end.context.session) return { session, place: async (point) => point };
	const place = async (point: Point, of: RemoteElement): Promise<Point> => {
		const [moved = point] = await inTab(attachment, of.context.session, [point]);
		return moved;
	};
	return { session: "", place };
}

const between = (from: Point, to: Point, step: number): Point => ({
	x: from.x + ((to.x - from.x) * step) / STEPS,
	y: from.y + ((to.y - from.y) * step) / STEPS,
});

const nudged = ({ x, y }: Point, to: Point): Point => ({
	x: x + (to.x < x ? -NUDGE : NUDGE) * (Math.abs(to.x - x) > Math.abs(to.y - y) ? 1 : 0),
	y: y + (to.y < y ? -NUDGE : NUDGE) * (Math.abs(to.x - x) > Math.abs(to.y - y) ? 0 : 1),
});

/** Whether what is dropped on is there to be seen; the thing that is dragged may well lie over it. */
async function readyEnd(attachment: Attachment, end: RemoteElement, ref: string, call: Call): Promise<void> {
	const look = async () => {
		const state = await askAbout<Actionability>(attachment, end, "actionability", ref);
		const failed = failedCheck(state, { mayBeDisabled: true });
		return failed === undefined ? { ready: true } : { failed };
	};
	await untilReady(look, attachment, end, ref, call);
}

/** Brings the end into view while the mouse is held, and tells where it is. */
async function endPoint(attachment: Attachment, end: RemoteElement, ref: string): Promise<Point> {
	const { objectId, context } = end;
	await attachment.send("DOM.scrollIntoViewIfNeeded", { objectId }, context.session).catch(() => undefined);
	const point = await middleOf(attachment, end);
	if (point === undefined) throw new MonkError("NOT_ACTIONABLE", `${ref} went away while the mouse was held`);
	return point;
}

/** Moves along a line, step by step. */
async function along(from: Point, to: Point, call: Call, move: (point: Point) => Promise<unknown>): Promise<void> {
	for (let step = 1; step <= STEPS; step++) {
		await call.within(move(between(from, to, step)));
		await call.pause(STEP_MS);
	}
}

/** One drag while the mouse is held. Whatever happens, the button comes up again. */
class Drag {
	constructor(
		private readonly attachment: Attachment,
		private readonly hand: Hand,
		private readonly call: Call,
	) {}

	mouse(type: "mouseMoved" | "mousePressed" | "mouseReleased", { x, y }: Point, held: boolean): Promise<unknown> {
		const event = { type, x, y, button: held || type !== "mouseMoved" ? "left" : "none", buttons: held ? 1 : 0 };
		const clicks = type === "mouseMoved" ? {} : { clickCount: 1 };
		return this.attachment.send("Input.dispatchMouseEvent", { ...event, ...clicks }, this.hand.session);
	}

	/** The page's own drag goes on by events of drag and drop, with the data that the page gave it. */
	async drop(data: object, from: Point, to: Point): Promise<void> {
		const send = (type: string, { x, y }: Point): Promise<unknown> =>
			this.attachment.send("Input.dispatchDragEvent", { type, x, y, data }, this.hand.session);
		await this.call.within(send("dragEnter", from));
		await along(from, to, this.call, (point) => send("dragOver", point));
		await this.call.pause(REST_MS);
		await this.call.within(send("dragOver", to));
		await this.call.within(send("drop", to));
	}

	async move(from: Point, to: Point): Promise<void> {
		await along(from, to, this.call, (point) => this.mouse("mouseMoved", point, true));
		await this.call.pause(REST_MS);
	}
}

/** Drags with the mouse held. Throws NOT_ACTIONABLE with the end of it that is not there or not reached. */
export async function dragOnto(
	attachment: Attachment,
	begin: () => Promise<void>,
	startRef: string,
	endRef: string,
	call: Call,
): Promise<void> {
	const [start, end] = [await remoteElement(attachment, startRef), await remoteElement(attachment, endRef)];
	await readyEnd(attachment, end, endRef, call);
	const from = await reachable(attachment, start, startRef, call);
	const hand = handFor(attachment, start, end);
	await begin();
	await whileDrawn(attachment, () => carry(attachment, hand, { start, from, end, endRef }, call));
}

interface Route {
	readonly start: RemoteElement;
	readonly from: Point;
	readonly end: RemoteElement;
	readonly endRef: string;
}

async function carry(attachment: Attachment, hand: Hand, route: Route, call: Call): Promise<void> {
	const { start, end, endRef } = route;
	const { session } = hand;
	const drag = new Drag(attachment, hand, call);
	const from = await hand.place(route.from, start);
	await refuseRuledOutPoint(attachment, session, from);
	const handedOver = attachment.nextEvent<{ data: object }>("Input.dragIntercepted", session, HAND_OVER_MS);
	await attachment.send("Input.setInterceptDrags", { enabled: true }, session);
	await askAbout(attachment, start, "beforeDrag");
	let at = from;
	try {
		await call.within(drag.mouse("mouseMoved", from, false));
		await call.within(drag.mouse("mousePressed", from, true));
		await call.pause(HOLD_MS);
		const to = await hand.place((await middleOf(attachment, end)) ?? route.from, end);
		const nudge = nudged(from, to);
		await call.within(drag.mouse("mouseMoved", nudge, true));
		await call.within(drag.mouse("mouseMoved", nudge, true));
		const isOwn = await askAbout<boolean>(attachment, start, "dragBegan").catch(() => false);
		const data = isOwn ? (await call.within(handedOver))?.data : undefined;
		const goal = await hand.place(await endPoint(attachment, end, endRef), end);
		await refuseRuledOutPoint(attachment, session, goal);
		at = goal;
		if (data === undefined) await drag.move(nudge, at);
		else await drag.drop(data, nudge, at);
	} finally {
		await drag.mouse("mouseReleased", at, false).catch(() => undefined);
		await attachment.send("Input.setInterceptDrags", { enabled: false }, session).catch(() => undefined);
	}
}
