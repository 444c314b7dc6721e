import { boxesOf, middlesOf, type Point, type Quad } from "../aim.ts";
import { isConnected, rectOf, shadowHostOrParent } from "./aria/dom.ts";
import type { Reading } from "./aria/reading.ts";
import { isDisabled } from "./aria/state.ts";
import { draws } from "./drawing.ts";
import { obstacleAt } from "./hit.ts";
import { standInFor } from "./stand-in.ts";

/** A tab in the background may draw no frames. */
const PATIENCE_MS = 100;

const quadOf = ({ left, right, top, bottom }: DOMRect): Quad => [left, top, right, top, right, bottom, left, bottom];

/** The first frame of a movement looks like standing still. */
function isAnimated(element: Element): boolean {
	for (let around: Element | null = element; around; around = shadowHostOrParent(around))
		if (around.getAnimations().some(({ playState }) => playState === "running")) return true;
	return false;
}

/**
 * Where an element can be pressed at once, in CSS px of its frame's view: it is visible, still, enabled and met there.
 * Null when any of that is not so, or not yet; whoever asks then looks closer.
 */
export async function readyPoint(element: Element, mayBeDisabled: boolean, look: () => Reading): Promise<Point | null> {
	const shown = standInFor(element);
	const before = rectOf(shown);
	await draws(isAnimated(shown) ? 2 : 1, PATIENCE_MS);
	const { x, y, width, height } = rectOf(shown);
	const isStill = before.x === x && before.y === y && before.width === width && before.height === height;
	const isVisible = isConnected(shown) && getComputedStyle(shown).visibility === "visible";
	if (!isStill || !isVisible || (isDisabled(element) && !mayBeDisabled)) return null;
	const reading = look();
	const middles = middlesOf(boxesOf([...shown.getClientRects()].map(quadOf)));
	return middles.find((point) => obstacleAt(shown, point.x, point.y, reading) === null) ?? null;
}
