import { boxesOf, middlesOf, type Point, type Quad } from "../aim.ts";
import { isConnected, isTag, rectOf, shadowHostOrParent } from "./aria/dom.ts";
import type { Reading } from "./aria/reading.ts";
import { isDisabled } from "./aria/state.ts";
import { draws } from "./drawing.ts";
import { obstacleAt } from "./hit.ts";
import { metFor, standInFor } from "./stand-in.ts";

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
 * The middle of a part of an image map: of its circle, or among its corners. Coordinates count from the picture's top
 * left corner, and are not stretched with it (HTML §4.8.14).
 */
function middleOnPicture(area: HTMLAreaElement, picture: Element): Point {
	const { left, top, width, height } = rectOf(picture);
	const numbers = area.coords.split(",").map(Number);
	const corners = area.shape === "circle" ? numbers.slice(0, 2) : numbers;
	if (area.shape === "default" || corners.length < 2) return { x: left + width / 2, y: top + height / 2 };
	const middle = (first: 0 | 1, from: number): number => {
		const along = corners.filter((_, index) => index % 2 === first);
		return from + along.reduce((sum, one) => sum + one, 0) / along.length;
	};
	return { x: middle(0, left), y: middle(1, top) };
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
	const middles = isTag(element, "area")
		? [middleOnPicture(element, shown)]
		: middlesOf(boxesOf([...shown.getClientRects()].map(quadOf)));
	const met = metFor(element);
	return middles.find((point) => obstacleAt(met, point.x, point.y, reading) === null) ?? null;
}
