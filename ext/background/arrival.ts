import type { LinkResult } from "../../lib/catalog/catalog.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { atMost, type Call } from "./call.ts";
import { runInFrames } from "./in-frames.ts";
import { type NavigationEvent, NavigationWatch } from "./navigation.ts";
import { ANSWER_MS } from "./navigation-end.ts";

/** Milliseconds for the page to tell the status with which it came. */
const STATUS_MS = 500;

type Arrival = NavigationEvent & { kind: "loaded" | "failed" | "moved" };

const arrived = (event: NavigationEvent): event is Arrival =>
	event.kind === "loaded" || event.kind === "failed" || event.kind === "moved";

/** A page says itself how its server answered: watching the network would need the debugger. */
async function statusOf(tabId: number, call: Call): Promise<number | undefined> {
	const asked = runInFrames(tabId, "top frame", call, STATUS_MS, readStatus, []);
	const [answer] = await atMost(asked, STATUS_MS, []).catch(() => []);
	return answer?.result === undefined || answer.result === null || answer.result === 0 ? undefined : answer.result;
}

function readStatus(): number | undefined {
	const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
	return entry?.responseStatus;
}

/** An address for an error: a data: one may be megabytes long. */
const short = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}…` : url);

const failure = (url: string, error: string): MonkError =>
	new MonkError(
		"NAVIGATION_FAILED",
		error === "net::ERR_ABORTED"
			? `${short(url)} gave no page: a download, or the load was stopped`
			: `${short(url)}: ${error}`,
	);

async function watched(tabId: number, start: () => Promise<unknown>, call: Call): Promise<Arrival | undefined> {
	const watch = new NavigationWatch(tabId);
	try {
		call.isActing = true;
		await start();
		return await watch.until(arrived, Math.max(0, call.left - ANSWER_MS), call);
	} finally {
		watch.stop();
	}
}

/**
 * Starts a navigation of a tab and waits until it has ended, at most until the call's time is over. `goal` is the
 * address that an error names. Throws NAVIGATION_FAILED, and what `start` throws.
 */
export async function arrive(
	tabId: number,
	goal: string,
	start: () => Promise<unknown>,
	call: Call,
): Promise<LinkResult<"browser_navigate">> {
	const end = await watched(tabId, start, call);
	if (end?.kind === "failed") throw failure(goal, end.error);
	const status = end === undefined ? undefined : await statusOf(tabId, call);
	const now = await chrome.tabs.get(tabId);
	return {
		tabId,
		url: now.url ?? goal,
		...(status === undefined ? {} : { status }),
		loaded: end !== undefined,
	};
}
