import type { ErrorCode } from "../../lib/errors/codes.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { Grant, Power, TabFacts } from "../grant.ts";
import { isAutomatable, powerOver } from "../grant.ts";
import { local, session } from "../storage.ts";
import type { Call } from "./call.ts";
import { dialogError } from "./debugger/attachment.ts";
import { frontWindow } from "./front-window.ts";
import { allGrants, factsOf, powerOn } from "./shares.ts";
import { stopError } from "./stops.ts";

/** A tab that exists. */
export type LiveTab = chrome.tabs.Tab & { readonly id: number };

/** Why a tab may not be used so, or undefined when it may. */
export function refusalOf(tab: TabFacts, grants: readonly Grant[], need: Power, now: number): ErrorCode | undefined {
	if (!isAutomatable(tab.url)) return "PAGE_NOT_AUTOMATABLE";
	const power = powerOver(grants, tab, now);
	if (power === undefined) return "NOT_SHARED";
	return need === "act" && power === "look" ? "LOOK_ONLY" : undefined;
}

export const refusalText: Partial<Record<ErrorCode, string>> = {
	PAGE_NOT_AUTOMATABLE: "the tab shows a page of the browser or of an extension, which nobody may drive",
	NOT_SHARED: "that tab is not shared",
	LOOK_ONLY: "the tab is shared for looking only",
};

const isLive = (tab: chrome.tabs.Tab): tab is LiveTab => tab.id !== undefined;

async function tabById(tabId: number): Promise<LiveTab> {
	const tab = await chrome.tabs.get(tabId).catch((thrown: unknown) => {
		// It fails in a worker that is being ended, too, and that says nothing of the tab.
		if (String(thrown).includes("No tab with id")) return undefined;
		throw thrown;
	});
	if (tab === undefined || !isLive(tab)) throw new MonkError("TAB_NOT_FOUND", "there is no such tab");
	return tab;
}

/** Without a tab named: the shared active tab, else the only shared one. */
export function pickTab(shared: readonly LiveTab[], focusedWindow: number | undefined): LiveTab {
	const active = shared.filter((tab) => tab.active);
	const [here] = active.filter((tab) => tab.windowId === focusedWindow);
	if (here !== undefined) return here;
	const [only, ...more] = active.length === 1 ? active : shared;
	if (only === undefined) throw new MonkError("NOT_SHARED", "no tab is shared");
	if (more.length > 0)
		throw new MonkError("TAB_AMBIGUOUS", `${shared.length} tabs are shared and none is the active one`);
	return only;
}

async function defaultTab(grants: readonly Grant[]): Promise<LiveTab> {
	const [tabs, focused] = await Promise.all([chrome.tabs.query({}), frontWindow()]);
	const shared = tabs.filter(isLive).filter((tab) => powerOn(grants, tab) !== undefined);
	return pickTab(shared, focused);
}

async function checkStops(tabId: number, need: Power): Promise<void> {
	const [all, tabs] = await Promise.all([local.get("stopped"), session.get("stoppedTabs")]);
	if (all) throw stopError("everything");
	if (need === "act" && tabs?.includes(tabId)) throw stopError("acting in this tab");
}

/**
 * The tab of a request, checked at this very moment. Throws TAB_NOT_FOUND, PAGE_NOT_AUTOMATABLE, NOT_SHARED, LOOK_ONLY,
 * STOPPED_BY_USER, DIALOG_OPEN or, without a `tabId`, TAB_AMBIGUOUS.
 */
export async function requireTab(tabId: number | undefined, need: Power, call: Call): Promise<LiveTab> {
	call.check();
	const tab = tabId === undefined ? await defaultTab(await allGrants()) : await tabById(tabId);
	// Before the shares are read: one that ends from here on ends the call.
	call.uses(tab.id, need);
	const grants = await allGrants();
	const refusal = refusalOf(factsOf(tab), grants, need, Date.now());
	if (refusal !== undefined) throw new MonkError(refusal, refusalText[refusal] ?? "the tab may not be used");
	await checkStops(tab.id, need);
	call.check();
	const dialog = call.dialogIn?.(tab.id);
	if (dialog !== undefined) throw dialogError(dialog);
	return tab;
}
