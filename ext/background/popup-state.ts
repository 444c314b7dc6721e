import { shownAddress } from "../../lib/errors/shown-address.ts";
import type { Grant, Shares } from "../grant.ts";
import { grantsFor, hasExpired, ruleOver, sharesOf, siteOf } from "../grant.ts";
import type { LinkStatus, ListedGrant, PopupState, PopupTab } from "../messages.ts";
import { local, session } from "../storage.ts";
import { settings } from "./identity.ts";
import { lostShares } from "./lost-shares.ts";
import { linkStatus } from "./offscreen-page.ts";
import { currentShares, factsOf, isOfTab, powerOn, refusalFor } from "./shares.ts";
import { slotsOf } from "./slots.ts";

/** What is known of all tabs at one moment. */
interface View {
	readonly shares: Shares;
	readonly tabs: readonly chrome.tabs.Tab[];
	/** Titles of groups by their number. */
	readonly groups: ReadonlyMap<number, string>;
	readonly slots: ReadonlyMap<number, number>;
	readonly stopped: readonly number[];
}

const groupName = (title: string | undefined): string => title || "unnamed group";

async function look(): Promise<View> {
	const [shares, tabs, groups, stopped] = await Promise.all([
		currentShares(),
		chrome.tabs.query({}),
		chrome.tabGroups.query({}),
		session.get("stoppedTabs"),
	]);
	const sharedIds = tabs.flatMap((tab) => (powerOn(shares, tab) === undefined ? [] : [factsOf(tab).tabId]));
	return {
		shares,
		tabs,
		groups: new Map(groups.map(({ id, title }) => [id, groupName(title)])),
		slots: await slotsOf(sharedIds),
		stopped: stopped ?? [],
	};
}

/** The widest grant through which everybody reaches a tab, beside any of its own. */
function throughOf(shares: Shares, tab: chrome.tabs.Tab): PopupTab["through"] {
	const kinds = grantsFor(sharesOf(shares, undefined), factsOf(tab), Date.now()).map(({ scope }) => scope.kind);
	return (["profile", "site", "group"] as const).find((kind) => kinds.includes(kind));
}

function ownOf({ grants, never }: Shares, tab: chrome.tabs.Tab): PopupTab["own"] {
	const own = { grants: grants.filter(isOfTab(factsOf(tab).tabId)), never };
	return powerOn(sharesOf(own, undefined), tab);
}

/** Leaves out what is undefined, which these types do not allow as a value. */
const known = <T extends object>(facts: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
	Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]: Exclude<T[K], undefined>;
	};

/** Whether the tab's row offers to share it by itself. */
const hasButtons = (shares: Shares, tab: chrome.tabs.Tab): boolean => {
	const { url } = factsOf(tab);
	return (
		refusalFor(url) === undefined && ruleOver(shares.never, url) === undefined && throughOf(shares, tab) === undefined
	);
};

function popupTab(tab: chrome.tabs.Tab, { shares, groups, slots, stopped }: View): PopupTab {
	const { tabId, groupId, url, incognito } = factsOf(tab);
	const site = siteOf(url);
	return known({
		tabId,
		title: tab.title ?? "",
		url: shownAddress(url),
		active: tab.active,
		favIconUrl: tab.favIconUrl,
		slot: slots.get(tabId),
		power: powerOn(shares, tab),
		own: ownOf(shares, tab),
		through: throughOf(shares, tab),
		group: groups.get(groupId),
		site: /^https?:/.test(site) ? site : undefined,
		ruledOut: ruleOver(shares.never, url),
		incognito: incognito || undefined,
		refusal: refusalFor(url),
		stopped: stopped.includes(tabId) || undefined,
	}) as PopupTab;
}

function nameOf({ scope }: Grant, { tabs, groups }: View): string {
	switch (scope.kind) {
		case "tab":
			return tabs.find(({ id }) => id === scope.tabId)?.title ?? "a tab";
		case "group":
			return groups.get(scope.groupId) ?? "a group that is closed";
		case "site":
			return scope.site;
		case "profile":
			return "";
	}
}

/** The plain share of a tab, which the buttons in the tab's own row show and end. */
function isInRow(grant: Grant, { shares, tabs }: View): boolean {
	const { until, client } = grant;
	const tab = tabs.find(({ id }) => id !== undefined && isOfTab(id)(grant));
	const isPlain = until.kind === "forever" && client === undefined;
	return isPlain && tab !== undefined && hasButtons(shares, tab);
}

const listedGrants = (view: View): readonly ListedGrant[] =>
	view.shares.grants
		.filter((grant) => !isInRow(grant, view) && !hasExpired(grant, Date.now()))
		.map((grant) => {
			const { id, scope, power, until, client } = grant;
			const listed = { id, scope: scope.kind, name: nameOf(grant, view), power, until };
			return client === undefined ? listed : { ...listed, client };
		});

/** Nobody is connected by a link that is not there. */
const clientsOn = async ({ state }: LinkStatus): Promise<readonly string[]> =>
	state === "connected" ? ((await session.get("clients")) ?? []) : [];

/** How things stand, for the person. */
export async function popupState(): Promise<PopupState> {
	const [view, link, stopped, newTabs, lost, wanted] = await Promise.all([
		look(),
		linkStatus(),
		local.get("stopped"),
		local.get("newTabs"),
		lostShares(),
		settings(),
	]);
	return {
		link,
		stopped: stopped === true,
		tabs: view.tabs.map((tab) => popupTab(tab, view)),
		listed: listedGrants(view),
		never: view.shares.never,
		newTabs: newTabs === true,
		clients: await clientsOn(link),
		lostShares: lost,
		settings: wanted,
		extVersion: chrome.runtime.getManifest().version,
	};
}
