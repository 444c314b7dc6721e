import { MonkError } from "../../../lib/errors/error.ts";
import { addressOf } from "../address.ts";
import { atMost, type Call } from "../call.ts";
import type { Tool } from "../executor.ts";
import { runInFrames } from "../in-frames.ts";
import { type NavigationEvent, NavigationWatch } from "../navigation.ts";
import { ANSWER_MS } from "../navigation-end.ts";
import { factsOf, spendAct } from "../shares.ts";
import { requireTab } from "../tab-access.ts";

/** Milliseconds for the page to tell the status with which it came. */
const STATUS_MS = 2_000;

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

const failure = (url: string, error: string): MonkError =>
	new MonkError(
		"NAVIGATION_FAILED",
		error === "net::ERR_ABORTED" ? `${url} gave no page: a download, or the load was stopped` : `${url}: ${error}`,
	);

async function go(tabId: number, url: string, call: Call): Promise<Arrival | undefined> {
	const watch = new NavigationWatch(tabId);
	try {
		call.isActing = true;
		await chrome.tabs.update(tabId, { url });
		return await watch.until(arrived, Math.max(0, call.left - ANSWER_MS), call);
	} finally {
		watch.stop();
	}
}

/** Opens an address in a tab, without bringing the tab to the front. */
export const navigate: Tool<"browser_navigate"> = async (params, call) => {
	const url = addressOf(params.url);
	const tab = await requireTab(params.tabId, "act", call);
	await spendAct(factsOf(tab), Date.now());
	const end = await go(tab.id, url, call);
	if (end?.kind === "failed") throw failure(url, end.error);
	const status = end === undefined ? undefined : await statusOf(tab.id, call);
	const now = await chrome.tabs.get(tab.id);
	return {
		tabId: tab.id,
		url: now.url ?? url,
		...(status === undefined ? {} : { status }),
		loaded: end !== undefined,
	};
};
