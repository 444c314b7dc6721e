import type { Tool } from "../executor.ts";
import { takeAct } from "../tab-access.ts";

/** Resolves when that tab has closed: a page may ask the person first whether to leave. */
function closed(tabId: number): { readonly done: Promise<void>; readonly stop: () => void } {
	const { promise, resolve } = Promise.withResolvers<void>();
	const listener = (removed: number): void => {
		if (removed === tabId) resolve();
	};
	chrome.tabs.onRemoved.addListener(listener);
	return { done: promise, stop: () => chrome.tabs.onRemoved.removeListener(listener) };
}

export const closeTab: Tool<"browser_close_tab"> = async ({ tabId }, call) => {
	const tab = await takeAct(tabId, call);
	// The end of the tab is the end of all its calls, and of this one it is the success.
	call.tabId = undefined;
	call.isActing = true;
	const removal = closed(tab.id);
	try {
		await chrome.tabs.remove(tab.id);
		await call.within(removal.done);
	} finally {
		removal.stop();
	}
	return { tabId: tab.id };
};
