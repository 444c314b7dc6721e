import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi } from "../content-api.ts";
import type { DomPlace } from "./acting.ts";
import type { Call } from "./call.ts";
import { runInFrames } from "./in-frames.ts";

const MOVE_MS = 3_000;

/** Sent to the frame as text. What is in the way, or null. */
async function wayTo(ref: string): Promise<string | null> {
	const { monk } = globalThis as { monk?: ContentApi };
	const element = monk?.element(ref);
	if (monk === undefined || element === undefined) return "is no longer in the page";
	element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
	const { visible, rect } = await monk.actionability(ref);
	if (!visible) return "is not visible";
	const obstacle = monk.obstacleAt(ref, rect.x + rect.width / 2, rect.y + rect.height / 2);
	return obstacle === null ? null : `is ${obstacle}`;
}

/** Sent to the frame as text. */
const hoverHere = (ref: string): void => (globalThis as { monk?: ContentApi }).monk?.hoverOver(ref);

/** Sent to the frame as text. */
const dragHere = (start: string, end: string) => (globalThis as { monk?: ContentApi }).monk?.dragOnto(start, end);

async function requireWay({ tabId }: DomPlace, documentId: string, ref: string, call: Call): Promise<void> {
	const [answer] = await runInFrames(tabId, [documentId], call, MOVE_MS, wayTo, [ref]);
	if (typeof answer?.result === "string") throw new MonkError("NOT_ACTIONABLE", `${ref} ${answer.result}`);
}

/** Moves the mouse over an element by events made in the page. Throws NOT_ACTIONABLE. */
export async function hoverByDom(place: DomPlace, begin: () => Promise<void>, ref: string, call: Call): Promise<void> {
	const { documentId } = place.frame;
	await requireWay(place, documentId, ref, call);
	await begin();
	await runInFrames(place.tabId, [documentId], call, MOVE_MS, hoverHere, [ref]);
}

/** Drags by events made in the page. Throws NOT_ACTIONABLE, also when the page did nothing with them. */
export async function dragByDom(
	place: DomPlace,
	begin: () => Promise<void>,
	[start, end]: readonly [string, string],
	call: Call,
): Promise<void> {
	const [{ documentId }, last] = [place.frame, place.frames.at(-1)];
	if (last?.documentId !== documentId)
		throw new MonkError("NOT_ACTIONABLE", "a drag from frame to frame needs the debugger, which Chrome refuses here");
	await requireWay(place, documentId, start, call);
	await begin();
	const [answer] = await runInFrames(place.tabId, [documentId], call, MOVE_MS, dragHere, [start, end]);
	if (answer?.result === "done") return;
	const why = answer?.result === "not taken" ? `${end} does not take what was dropped` : "the page did nothing with it";
	throw new MonkError("NOT_ACTIONABLE", `${start} was dragged by made-up events, and ${why}`);
}
