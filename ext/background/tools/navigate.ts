import { MonkError } from "../../../lib/errors/error.ts";
import { addressOf } from "../address.ts";
import { arrive } from "../arrival.ts";
import type { Tool } from "../executor.ts";
import { refuseRuledOut } from "../site-rules.ts";
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
export const navigate: Tool<"browser_navigate"> = async ({ tabId, url }, call, realm) => {
	const address = addressOf(url);
	refuseData(address);
	// Asked meanwhile, told after: of a tab that is not shared nobody learns what is ruled out.
	const ruled = refuseRuledOut(address);
	ruled.catch(() => undefined);
	const tab = await requireTab(tabId, "act", call);
	await ruled;
	return arrive(tab, address, (id) => chrome.tabs.update(id, { url: address }), call, realm);
};
