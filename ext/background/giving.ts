import { MonkError } from "../../lib/errors/error.ts";
import type { Grant, GrantEnd, GrantScope, TabFacts } from "../grant.ts";
import { isAutomatable, siteOf } from "../grant.ts";
import type { ShareWish } from "../messages.ts";

/** The longest time that a share is given for, in milliseconds: a week. For longer there is "until I end it". */
const MAX_MS = 7 * 24 * 60 * 60 * 1_000;

const wrong = (message: string): MonkError => new MonkError("INVALID_ARGUMENT", message);

const isWeb = (site: string): boolean => /^https?:/.test(site);

function scopeOf({ scope }: ShareWish, { tabId, groupId, url, incognito }: TabFacts): GrantScope {
	if (scope === "tab") return { kind: "tab", tabId };
	if (incognito) throw wrong("a private tab can be shared by itself only");
	const site = siteOf(url);
	switch (scope) {
		case "group":
			if (groupId < 0) throw wrong("the tab is in no group");
			return { kind: "group", groupId };
		case "site":
			if (!isWeb(site)) throw wrong("the tab shows no site of the web");
			return { kind: "site", site };
		case "profile":
			return { kind: "profile" };
	}
}

function endOf({ scope, until }: ShareWish, { url }: TabFacts, now: number): GrantEnd {
	switch (until.kind) {
		case "forever":
			return until;
		case "time":
			if (!(until.ms > 0 && until.ms <= MAX_MS)) throw wrong("a share is given for a week at most");
			return { kind: "time", at: now + until.ms };
		case "site-left":
			if (scope !== "tab" || !isWeb(siteOf(url))) throw wrong("only a tab that shows a site can leave it");
			return { kind: "site-left", site: siteOf(url) };
	}
}

/**
 * The grant that a person gives, over what the tab shows now. Throws PAGE_NOT_AUTOMATABLE, INVALID_ARGUMENT for what
 * cannot be given, or CONFLICT when the tab no longer shows what the person saw as they decided.
 */
export function grantOf(wish: ShareWish, tab: TabFacts, now: number): Grant {
	if (!isAutomatable(tab.url))
		throw new MonkError("PAGE_NOT_AUTOMATABLE", "pages of the browser and of extensions cannot be shared");
	const [scope, until] = [scopeOf(wish, tab), endOf(wish, tab, now)];
	const isAboutSite = scope.kind === "site" || until.kind === "site-left";
	if (isAboutSite && wish.site !== siteOf(tab.url))
		throw new MonkError("CONFLICT", `the tab has moved on to ${siteOf(tab.url)}`);
	const { power, client } = wish;
	return { id: crypto.randomUUID(), scope, power, until, ...(client === undefined ? {} : { client }) };
}
