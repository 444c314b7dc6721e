import { atMost, type Call } from "./call.ts";
import { runInFrames } from "./in-frames.ts";

/** Milliseconds for the page to tell the status with which it came. */
const STATUS_MS = 500;

/**
 * How the server answered the tab's document; undefined where there was no HTTP. The page says so itself: the network
 * would have to be watched from the start.
 */
export async function statusOf(tabId: number, call: Call): Promise<number | undefined> {
	const asked = runInFrames(tabId, "top frame", call, STATUS_MS, readStatus, []);
	const [answer] = await atMost(asked, STATUS_MS, []).catch(() => []);
	return answer?.result || undefined;
}

function readStatus(): number | undefined {
	const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
	return entry?.responseStatus;
}
