import { MonkError } from "../../lib/errors/error.ts";
import { askOffscreen } from "../ask.ts";
import type { Grant } from "../grant.ts";
import { grantsFor } from "../grant.ts";
import type { PopupRequests, PopupState, PopupTab, WideGrant } from "../messages.ts";
import { local, session } from "../storage.ts";
import { settings, tidySettings } from "./identity.ts";
import { lostShares } from "./lost-shares.ts";
import { ensureOffscreen, linkStatus } from "./offscreen-page.ts";
import { allGrants, dropGrants, factsOf, isOfTab, powerOn, refusalFor, shareTab } from "./shares.ts";
import { slotsOf } from "./slots.ts";
import { resumeEverything, resumeTab } from "./stops.ts";

type Handlers = {
	readonly [N in keyof PopupRequests]: (body: PopupRequests[N][0]) => Promise<PopupRequests[N][1]>;
};

const wideGrants = (grants: readonly Grant[]): readonly WideGrant[] =>
	grants.flatMap(({ id, scope, power }) => {
		if (scope.kind === "tab") return [];
		return [{ id, scope: scope.kind, power, ...(scope.kind === "site" ? { site: scope.site } : {}) }];
	});

/** The widest grant through which a tab is reached that has none of its own. */
function throughOf(grants: readonly Grant[], tab: chrome.tabs.Tab): PopupTab["through"] {
	const kinds = grantsFor(grants, factsOf(tab), Date.now()).map(({ scope }) => scope.kind);
	return (["profile", "site", "group"] as const).find((kind) => kinds.includes(kind));
}

async function popupTabs(grants: readonly Grant[]): Promise<readonly PopupTab[]> {
	const [tabs, stopped] = await Promise.all([chrome.tabs.query({}), session.get("stoppedTabs")]);
	const sharedIds = tabs.flatMap((tab) => (powerOn(grants, tab) === undefined ? [] : [factsOf(tab).tabId]));
	const slots = await slotsOf(sharedIds);
	return tabs.map((tab) => popupTab(tab, grants, slots, stopped ?? []));
}

function popupTab(
	tab: chrome.tabs.Tab,
	grants: readonly Grant[],
	slots: ReadonlyMap<number, number>,
	stopped: readonly number[],
): PopupTab {
	const { tabId, url } = factsOf(tab);
	const [slot, power, through, refusal] = [
		slots.get(tabId),
		powerOn(grants, tab),
		throughOf(grants, tab),
		refusalFor(url),
	];
	return {
		tabId,
		title: tab.title ?? "",
		url,
		active: tab.active,
		...(tab.favIconUrl === undefined ? {} : { favIconUrl: tab.favIconUrl }),
		...(slot === undefined ? {} : { slot }),
		...(power === undefined ? {} : { power }),
		...(through === undefined ? {} : { through }),
		...(refusal === undefined ? {} : { refusal }),
		...(stopped.includes(tabId) ? { stopped: true as const } : {}),
	};
}

export async function popupState(): Promise<PopupState> {
	const grants = await allGrants();
	const [link, stopped, tabs, lost, wanted] = await Promise.all([
		linkStatus(),
		local.get("stopped"),
		popupTabs(grants),
		lostShares(),
		settings(),
	]);
	return {
		link,
		stopped: stopped === true,
		tabs,
		wide: wideGrants(grants),
		lostShares: lost,
		settings: wanted,
		extVersion: chrome.runtime.getManifest().version,
	};
}

async function redial(code?: string): Promise<void> {
	await ensureOffscreen();
	await askOffscreen("redial", code === undefined ? {} : { code });
}

async function requireShareable(tabId: number): Promise<void> {
	const tab = await chrome.tabs.get(tabId).catch(() => undefined);
	if (tab === undefined) throw new MonkError("TAB_NOT_FOUND", "that tab has closed");
	const refusal = refusalFor(tab.url ?? "");
	if (refusal !== undefined) throw new MonkError("PAGE_NOT_AUTOMATABLE", `it is ${refusal}`);
}

/** What a person decides in the popup. `changed` is told after each decision; `brake` stops everything. */
export function popupHandlers(brake: () => Promise<void>, changed: () => void): Handlers {
	const decide = async (work: Promise<unknown>): Promise<PopupState> => {
		await work;
		changed();
		return popupState();
	};
	return {
		state: popupState,
		share: ({ tabId, power }) => decide(requireShareable(tabId).then(() => shareTab(tabId, power))),
		unshare: ({ tabId }) => decide(dropGrants(isOfTab(tabId)).then(() => resumeTab(tabId))),
		revoke: ({ grantId }) => decide(dropGrants(({ id, scope }) => id === grantId && scope.kind !== "tab")),
		pair: ({ code }) => decide(redial(code)),
		settings: (wanted) => decide(local.set("settings", tidySettings(wanted)).then(() => redial())),
		reconnect: () => decide(redial()),
		"stop-everything": () => decide(brake()),
		resume: ({ tabId }) => decide(tabId === undefined ? resumeEverything() : resumeTab(tabId)),
	};
}
