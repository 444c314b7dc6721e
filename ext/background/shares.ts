import type { Grant, Power, TabFacts } from "../grant.ts";
import { grantsFor, isAutomatable, powerOver } from "../grant.ts";
import { local, session } from "../storage.ts";
import { forgetLostShares, noteShares } from "./lost-shares.ts";

/** A grant that names a tab or a group means nothing after a restart, and one until a site is left is as short-lived. */
export const homeOf = (grant: Grant): "session" | "local" =>
	grant.scope.kind === "tab" || grant.scope.kind === "group" || grant.until.kind === "site-left" ? "session" : "local";

export async function allGrants(): Promise<readonly Grant[]> {
	const [short, long] = await Promise.all([session.get("grants"), local.get("grants")]);
	return [...(short ?? []), ...(long ?? [])];
}

/** Changes the grants that end with the browser. */
async function changeShort(edit: (grants: readonly Grant[]) => readonly Grant[]): Promise<void> {
	let isChanged = false;
	const grants = await session.update("grants", (before = []) => {
		const after = edit(before);
		isChanged = after !== before;
		return after;
	});
	if (isChanged) await noteShares(grants.length);
}

async function change(edit: (grants: readonly Grant[]) => readonly Grant[]): Promise<void> {
	await Promise.all([changeShort(edit), local.update("grants", (grants = []) => edit(grants))]);
}

/** An area must not be written where nothing changed: writing wakes listeners and costs time on each navigation. */
const without = (grants: readonly Grant[], goes: (grant: Grant) => boolean): readonly Grant[] =>
	grants.some(goes) ? grants.filter((grant) => !goes(grant)) : grants;

export const dropGrants = (goes: (grant: Grant) => boolean): Promise<void> => change((grants) => without(grants, goes));

export async function addGrant(grant: Grant): Promise<void> {
	const add = (grants: readonly Grant[] = []): readonly Grant[] => [...grants, grant];
	if (homeOf(grant) === "session") await changeShort(add);
	else await local.update("grants", add);
}

export const isOfTab =
	(tabId: number) =>
	({ scope }: Grant): boolean =>
		scope.kind === "tab" && scope.tabId === tabId;

/** Shares one tab until it closes or the person ends it; an earlier share of that tab gives way. */
export async function shareTab(tabId: number, power: Power): Promise<void> {
	const grant: Grant = {
		id: crypto.randomUUID(),
		scope: { kind: "tab", tabId },
		power,
		until: { kind: "forever" },
	};
	await changeShort((grants) => [...without(grants, isOfTab(tabId)), grant]);
	await forgetLostShares();
}

/** The grants of one tab, made out to another: a tab that a shared tab opened, or the one that replaced it. */
export const copiesFor = (grants: readonly Grant[], from: number, to: number): readonly Grant[] =>
	grants
		.filter(isOfTab(from))
		.map((grant) => ({ ...grant, id: crypto.randomUUID(), scope: { kind: "tab", tabId: to } }));

export async function inheritGrants(from: number, to: number): Promise<void> {
	await changeShort((grants) => {
		const copies = copiesFor(grants, from, to);
		return copies.length === 0 ? grants : [...grants, ...copies];
	});
}

/** What is left once an act was done: where only counted grants allowed it, the first of them has one fewer. */
export function spend(grants: readonly Grant[], tab: TabFacts, now: number): readonly Grant[] {
	const allowing = grantsFor(grants, tab, now).filter((grant) => grant.power === "act");
	const [first] = allowing;
	if (first === undefined || allowing.some((grant) => grant.until.kind !== "count")) return grants;
	return grants.map((grant) =>
		grant.id === first.id && grant.until.kind === "count"
			? { ...grant, until: { kind: "count", left: grant.until.left - 1 } }
			: grant,
	);
}

/** Takes one act off the counted grants, where those alone allowed it. */
export async function spendAct(tab: TabFacts, now: number): Promise<void> {
	const all = await allGrants();
	if (spend(all, tab, now) === all) return;
	const spent = new Map(spend(all, tab, now).map((grant) => [grant.id, grant]));
	await change((grants) => grants.map((grant) => spent.get(grant.id) ?? grant));
}

/** Why a tab can never be shared, in words for the person; undefined when it can. */
export function refusalFor(url: string): string | undefined {
	if (isAutomatable(url)) return undefined;
	if (/^(?:chrome|edge|brave|about|devtools|chrome-search|view-source):/.test(url))
		return "a page of the browser itself";
	if (/^[a-z-]+-extension:/.test(url)) return "a page of an extension";
	return "not a web page";
}

export const factsOf = (tab: chrome.tabs.Tab): TabFacts => ({
	tabId: tab.id ?? chrome.tabs.TAB_ID_NONE,
	groupId: tab.groupId,
	url: tab.url ?? "",
	incognito: tab.incognito,
});

export const powerOn = (grants: readonly Grant[], tab: chrome.tabs.Tab): Power | undefined =>
	powerOver(grants, factsOf(tab), Date.now());
