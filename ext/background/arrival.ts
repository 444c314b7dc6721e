import type { LinkResult } from "../../lib/catalog/catalog.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { atMost, type Call } from "./call.ts";
import { runInFrames } from "./in-frames.ts";
import { isEnd, type NavigationEvent, NavigationWatch } from "./navigation.ts";
import { ANSWER_MS } from "./navigation-end.ts";

/** Milliseconds for the page to tell the status with which it came. */
const STATUS_MS = 500;

type Arrival = NavigationEvent & { kind: "loaded" | "failed" | "moved" };

/** What was on its way or still loading ends with a failure of its own, which may come when the new one has begun. */
const isOfBefore = (
	event: NavigationEvent,
	earlier: readonly NavigationEvent[],
	before: readonly (string | undefined)[],
): boolean =>
	event.kind === "failed" &&
	before.includes(event.url) &&
	!earlier.some((one) => one.kind === "failed" && one.url === event.url);

const arrived =
	(before: readonly (string | undefined)[]) =>
	(event: NavigationEvent, earlier: readonly NavigationEvent[]): event is Arrival =>
		event.kind === "moved" || (isEnd(event, earlier) && !isOfBefore(event, earlier, before));

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

/** Tab → address of a navigation of ours that had no end yet when its call's time was over. Chrome does not tell it. */
const onTheWay = new Map<number, string>();

async function watched(tabId: number, start: () => Promise<unknown>, call: Call): Promise<Arrival | undefined> {
	const { pendingUrl, url, status } = await chrome.tabs.get(tabId);
	const before = [onTheWay.get(tabId), pendingUrl, status === "loading" ? url : undefined];
	const watch = new NavigationWatch(tabId);
	try {
		call.isActing = true;
		await start();
		const end = await watch.until(arrived(before), Math.max(0, call.left - ANSWER_MS), call);
		const begun = watch.events.findLast((event) => event.kind === "started");
		onTheWay.delete(tabId);
		if (end === undefined && begun !== undefined) onTheWay.set(tabId, begun.url);
		return end;
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
