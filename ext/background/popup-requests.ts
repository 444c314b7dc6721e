import { MonkError } from "../../lib/errors/error.ts";
import { askOffscreen } from "../ask.ts";
import type { PopupRequests, PopupState, ShareWish } from "../messages.ts";
import { local } from "../storage.ts";
import { grantOf } from "./giving.ts";
import { tidySettings } from "./identity.ts";
import { ensureOffscreen } from "./offscreen-page.ts";
import { popupState } from "./popup-state.ts";
import { dropGrants, factsOf, giveGrant, isOfTab } from "./shares.ts";
import { liftRule, ruleOut } from "./site-rules.ts";
import { resumeEverything, resumeTab } from "./stops.ts";

type Handlers = {
	readonly [N in keyof PopupRequests]: (body: PopupRequests[N][0]) => Promise<PopupRequests[N][1]>;
};

async function redial(code?: string): Promise<void> {
	await ensureOffscreen();
	await askOffscreen("redial", code === undefined ? {} : { code });
}

async function share(wish: ShareWish): Promise<void> {
	const tab = await chrome.tabs.get(wish.tabId).catch(() => undefined);
	if (tab === undefined) throw new MonkError("TAB_NOT_FOUND", "that tab has closed");
	await giveGrant(grantOf(wish, factsOf(tab), Date.now()));
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
		share: (wish) => decide(share(wish)),
		unshare: ({ tabId }) => decide(dropGrants(isOfTab(tabId)).then(() => resumeTab(tabId))),
		revoke: ({ grantId }) => decide(dropGrants(({ id }) => id === grantId)),
		"rule-out": ({ host }) => decide(ruleOut(host)),
		"lift-rule": ({ host }) => decide(liftRule(host)),
		"new-tabs": ({ allowed }) => decide(local.set("newTabs", allowed)),
		pair: ({ code }) => decide(redial(code)),
		settings: (wanted) => decide(local.set("settings", tidySettings(wanted)).then(() => redial())),
		reconnect: () => decide(redial()),
		"stop-everything": () => decide(brake()),
		resume: ({ tabId }) => decide(tabId === undefined ? resumeEverything() : resumeTab(tabId)),
	};
}
