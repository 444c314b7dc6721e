import type { Started } from "../../lib/catalog/started.ts";
import { shownAddress } from "../../lib/errors/shown-address.ts";
import type { Call } from "./call.ts";
import type { ParsedTabs } from "./parsed-tabs.ts";
import { currentShares, powerOn } from "./shares.ts";
import { slotsOf } from "./slots.ts";

/** Milliseconds for Chrome to open a tab that the page asked for; a blocked one never comes. */
const OPEN_MS = 2_000;

/** Milliseconds that the page of a new tab is waited for, and for its parts once it has come. */
const LOAD_MS = 5_000;
const PARTS_MS = 1_000;

/** Left of the call's time, in milliseconds, so that there is time to answer. */
const ANSWER_MS = 250;

/** Resolves when the tab has loaded, has closed, can be used but for parts that do not come, or `ms` are over. */
async function loaded(tabId: number, ms: number, call: Call, parsed: ParsedTabs): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const look = async (): Promise<void> => {
		const tab = await chrome.tabs.get(tabId).catch(() => undefined);
		if (tab?.status !== "loading") resolve();
		else if (parsed.has(tabId)) call.pause(PARTS_MS).then(resolve, () => undefined);
	};
	const updated = (changed: number): void => {
		if (changed === tabId) look();
	};
	chrome.tabs.onUpdated.addListener(updated);
	chrome.tabs.onRemoved.addListener(updated);
	const come = ({ tabId: changed }: { tabId: number }): void => updated(changed);
	chrome.webNavigation.onDOMContentLoaded.addListener(come);
	look();
	const late = call.pause(ms);
	await Promise.race([promise, late]).finally(() => {
		chrome.tabs.onUpdated.removeListener(updated);
		chrome.tabs.onRemoved.removeListener(updated);
		chrome.webNavigation.onDOMContentLoaded.removeListener(come);
		late.catch(() => undefined);
	});
}

async function told(tabId: number): Promise<Started | undefined> {
	const [tab, shares] = await Promise.all([chrome.tabs.get(tabId).catch(() => undefined), currentShares()]);
	if (tab === undefined) return undefined;
	const slots = powerOn(shares, tab) === undefined ? new Map<number, number>() : await slotsOf([tabId]);
	const slot = slots.get(tabId);
	return {
		kind: "tab",
		url: shownAddress(tab.pendingUrl || tab.url || "about:blank"),
		...(slot === undefined ? {} : { slot, tabId }),
	};
}

/** The tabs that a call's act opened, once each can be used or was waited for long enough. `asked`: how many the page asked for. */
export async function openedTabs(call: Call, parsed: ParsedTabs, asked: number): Promise<readonly Started[]> {
	const opened = await call.untilOpened(asked, Math.min(OPEN_MS, Math.max(0, call.left - ANSWER_MS)));
	const ms = Math.min(LOAD_MS, Math.max(0, call.left - ANSWER_MS));
	await Promise.all(opened.map((tabId) => loaded(tabId, ms, call, parsed)));
	const all = await Promise.all(opened.map(told));
	return all.filter((one) => one !== undefined);
}
