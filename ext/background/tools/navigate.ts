import { addressOf } from "../address.ts";
import { arrive } from "../arrival.ts";
import type { Tool } from "../executor.ts";
import { factsOf, spendAct } from "../shares.ts";
import { requireTab } from "../tab-access.ts";

/** Opens an address in a tab, without bringing the tab to the front. */
export const navigate: Tool<"browser_navigate"> = async (params, call) => {
	const url = addressOf(params.url);
	const tab = await requireTab(params.tabId, "act", call);
	await spendAct(factsOf(tab), Date.now());
	return arrive(tab.id, url, () => chrome.tabs.update(tab.id, { url }), call);
};
