import type { LinkResult } from "../../lib/catalog/catalog.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { arrive } from "./arrival.ts";
import type { Call } from "./call.ts";
import { requireTab } from "./tab-access.ts";
import type { ToolRealm } from "./tool-realm.ts";

/** Chrome refuses by words alone when there is no such entry. */
const noEntry = (direction: string) => (): never => {
	throw new MonkError("NAVIGATION_FAILED", `the tab's history has no page to go ${direction} to`, {
		hint: "Navigate to an address instead.",
	});
};

type Move = (
	params: { readonly tabId: number },
	call: Call,
	realm: ToolRealm,
) => Promise<LinkResult<"browser_navigate">>;

/** Moves through the tab's history, or loads the page anew, without bringing the tab to the front. */
const moving =
	(move: (tabId: number) => Promise<void>): Move =>
	async ({ tabId }, call, realm) =>
		arrive(await requireTab(tabId, "act", call), undefined, move, call, realm);

export const back = moving((tabId) => chrome.tabs.goBack(tabId).catch(noEntry("back")));
export const forward = moving((tabId) => chrome.tabs.goForward(tabId).catch(noEntry("forward")));
export const reloading = moving((tabId) => chrome.tabs.reload(tabId));
