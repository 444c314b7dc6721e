import type { Tool } from "../executor.ts";
import { keepFrontWindow } from "../front-window.ts";
import { takeAct } from "../tab-access.ts";

/** Brings a tab to the front, and its window: the one tool that takes the person's view. */
export const switchTab: Tool<"browser_switch_tab"> = async ({ tabId }, call) => {
	const tab = await takeAct(tabId, call);
	call.isActing = true;
	await chrome.tabs.update(tab.id, { active: true });
	await chrome.windows.update(tab.windowId, { focused: true });
	await keepFrontWindow(tab.windowId);
	return { activeTabId: tab.id };
};
