import type { ErrorCode } from "../../lib/errors/codes.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { Power, Shares, TabFacts } from "../grant.ts";
import { isAutomatable, powerOver, sharesOf } from "../grant.ts";
import { local, session } from "../storage.ts";
import type { Call } from "./call.ts";
import { dialogError } from "./debugger/attachment.ts";
import { currentShares, factsOf } from "./shares.ts";
import { stopError } from "./stops.ts";

/** A tab that exists. */
export type LiveTab = chrome.tabs.Tab & { readonly id: number };

/** Why a client may not use a tab so, or undefined when it may. */
export function refusalOf(
	tab: TabFacts,
	shares: Shares,
	client: string | undefined,
	need: Power,
	now: number,
): ErrorCode | undefined {
	if (!isAutomatable(tab.url)) return "PAGE_NOT_AUTOMATABLE";
	const power = powerOver(sharesOf(shares, client), tab, now);
	if (power === undefined) return whyUnshared(tab, shares, client, now);
	return need === "act" && power === "look" ? "LOOK_ONLY" : undefined;
}

/** A rule or another client's share is told only of a tab that is shared but for that. */
function whyUnshared(tab: TabFacts, shares: Shares, client: string | undefined, now: number): ErrorCode {
	const unruled = { ...shares, never: [] };
	if (powerOver(sharesOf(unruled, client), tab, now) !== undefined) return "SITE_RULED_OUT";
	return powerOver(shares, tab, now) === undefined ? "NOT_SHARED" : "OTHER_CLIENT";
}

export const refusalText: Partial<Record<ErrorCode, string>> = {
	PAGE_NOT_AUTOMATABLE: "the tab shows a page of the browser or of an extension, which nobody may drive",
	NOT_SHARED: "that tab is not shared",
	LOOK_ONLY: "the tab is shared for looking only",
	SITE_RULED_OUT: "the tab shows a site that the person has ruled out",
	OTHER_CLIENT: "the tab is shared with another client only",
};

const refused = (code: ErrorCode): MonkError => new MonkError(code, refusalText[code] ?? "the tab may not be used");

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

async function checkStops(tabId: number, need: Power): Promise<void> {
	const [all, tabs] = await Promise.all([local.get("stopped"), session.get("stoppedTabs")]);
	if (all) throw stopError("everything");
	if (need === "act" && tabs?.includes(tabId)) throw stopError("acting in this tab");
}

/**
 * The tab of a request, checked at this very moment. Throws TAB_NOT_FOUND, PAGE_NOT_AUTOMATABLE, NOT_SHARED, LOOK_ONLY,
 * SITE_RULED_OUT, OTHER_CLIENT, STOPPED_BY_USER or DIALOG_OPEN.
 */
export async function requireTab(tabId: number, need: Power, call: Call): Promise<LiveTab> {
	call.check();
	const tab = await tabById(tabId);
	// Before the shares are read: one that ends from here on ends the call.
	call.uses(tab.id, need);
	const refusal = refusalOf(factsOf(tab), await currentShares(), call.client, need, Date.now());
	if (refusal !== undefined) throw refused(refusal);
	await checkStops(tab.id, need);
	call.check();
	const dialog = call.dialogIn?.(tab.id);
	if (dialog !== undefined) throw dialogError(dialog);
	return tab;
}

/** The moment of an act: the share is looked at once more. Throws as `requireTab` does. */
export async function takeAct(tabId: number, call: Call): Promise<LiveTab> {
	const [tab] = await Promise.all([requireTab(tabId, "act", call), call.within(call.mayAct)]);
	call.check();
	return tab;
}
