import { MonkError } from "../../../lib/errors/error.ts";
import { addressOf } from "../address.ts";
import { arrive } from "../arrival.ts";
import type { Tool } from "../executor.ts";
import { factsOf, spendAct } from "../shares.ts";
import { requireTab } from "../tab-access.ts";

/**
 * Chrome stops an extension that would lead an open tab to a data: address, by the debugger too, and tells only that
 * the load was aborted (measured). In a tab of its own it may be opened.
 */
function refuseData(url: string): void {
	if (!url.startsWith("data:")) return;
	throw new MonkError("NAVIGATION_FAILED", "Chrome opens no data: address in a tab that is open already", {
		hint: "Open it in a tab of its own with browser_new_tab.",
	});
}

/** Opens an address in a tab, without bringing the tab to the front. */
export const navigate: Tool<"browser_navigate"> = async (params, call) => {
	const url = addressOf(params.url);
	const tab = await requireTab(params.tabId, "act", call);
	refuseData(url);
	await spendAct(factsOf(tab), Date.now());
	return arrive(tab.id, url, () => chrome.tabs.update(tab.id, { url }), call);
};
