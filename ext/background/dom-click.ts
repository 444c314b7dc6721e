import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi } from "../content-api.ts";
import type { DomPlace } from "./acting.ts";
import type { Call } from "./call.ts";
import { runInFrames } from "./in-frames.ts";

const CLICK_MS = 3_000;

/** Sent to the frame as text. Answers what is in the way, or null once it has clicked. */
async function clickHere(ref: string): Promise<string | null> {
	const { monk } = globalThis as { monk?: ContentApi };
	const element = monk?.element(ref);
	if (monk === undefined || element === undefined) return "is no longer in the page";
	element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
	const state = await monk.actionability(ref);
	if (!state.visible) return "is not visible";
	if (!state.enabled) return "is disabled";
	const { x, y, width, height } = state.rect;
	const obstacle = monk.obstacleAt(ref, x + width / 2, y + height / 2);
	if (obstacle !== null) return `is ${obstacle}`;
	if (element instanceof HTMLElement) element.click();
	else element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
	return null;
}

/** Clicks by an event made in the page, which it can tell from a person's. Throws NOT_ACTIONABLE. */
export async function clickByDom(
	{ tabId, frame }: DomPlace,
	begin: () => Promise<void>,
	ref: string,
	call: Call,
): Promise<void> {
	await begin();
	const [answer] = await runInFrames(tabId, [frame.documentId], call, CLICK_MS, clickHere, [ref]);
	if (typeof answer?.result === "string") throw new MonkError("NOT_ACTIONABLE", `${ref} ${answer.result}`);
}
