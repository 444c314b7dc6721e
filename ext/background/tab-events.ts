import { MonkError } from "../../lib/errors/error.ts";
import { siteOf } from "../grant.ts";
import { session } from "../storage.ts";
import { forgetBadge } from "./badge.ts";
import { forgetFrontWindow } from "./front-window.ts";
import { openersOf } from "./opener.ts";
import type { RunningCalls } from "./running-calls.ts";
import { dropGrants, inheritGrants, isOfTab } from "./shares.ts";
import { replaceSlot } from "./slots.ts";
import { resumeTab } from "./stops.ts";

async function forget(tabId: number): Promise<void> {
	await Promise.all([
		dropGrants(isOfTab(tabId)),
		resumeTab(tabId),
		session.update("refs", (refs = {}) => {
			const { [String(tabId)]: gone, ...rest } = refs;
			return gone === undefined ? refs : rest;
		}),
	]);
}

/** A share that was given until the tab leaves a site ends there, and does not come back when the tab does. */
const endSiteShares = (tabId: number, url: string): Promise<void> =>
	dropGrants((grant) => isOfTab(tabId)(grant) && grant.until.kind === "site-left" && grant.until.site !== siteOf(url));

/** Follows what happens to tabs. All listeners are registered in the worker's first turn, or Chrome would not wake it. */
export function followTabs(running: RunningCalls, changed: () => void): void {
	chrome.tabs.onRemoved.addListener(async (tabId) => {
		running.abortTab(tabId, new MonkError("TAB_CLOSED", "the tab was closed"));
		forgetBadge(tabId);
		await forget(tabId);
		changed();
	});
	chrome.tabs.onReplaced.addListener(async (added, removed) => {
		await Promise.all([inheritGrants(removed, added), replaceSlot(removed, added)]);
		await forget(removed);
		changed();
	});
	chrome.tabs.onUpdated.addListener(async (tabId, { url }) => {
		// It may be another document's, and the badge gone with the one before.
		forgetBadge(tabId);
		if (url !== undefined) await endSiteShares(tabId, url);
		changed();
	});
	chrome.tabs.onActivated.addListener(changed);
	chrome.windows.onFocusChanged.addListener(async (windowId) => {
		if (windowId !== chrome.windows.WINDOW_ID_NONE) await forgetFrontWindow();
		changed();
	});
	chrome.windows.onCreated.addListener(forgetFrontWindow);
	chrome.webNavigation.onCreatedNavigationTarget.addListener(async ({ sourceTabId, tabId }) => {
		// A tab that an action opened is shared as its opener is; one that the person opened from there is not.
		const openers = await openersOf(running.actingIn(sourceTabId), sourceTabId);
		if (openers.length === 0) return;
		await inheritGrants(sourceTabId, tabId);
		for (const call of openers) call.opened(tabId);
		changed();
	});
}
