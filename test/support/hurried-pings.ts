import { limits } from "../../lib/wire/limits.ts";
import type { Page } from "./page.ts";

/** What the extension waits between two pings while `hurryPings` holds, in milliseconds. */
export const hurriedPingMs = 1_000;

/** Runs in the page. */
function shorten(from: number, to: number): void {
	const real = globalThis.setTimeout;
	globalThis.setTimeout = ((run: TimerHandler, ms?: number) => real(run, ms === from ? to : ms)) as typeof setTimeout;
}

/**
 * Makes the extension's link page ping ten times as often, from its next connection on, so that a test need not wait
 * for its real limit.
 */
export const hurryPings = (offscreen: Page): Promise<void> =>
	offscreen.call(shorten, limits.framesPingMs, hurriedPingMs);
