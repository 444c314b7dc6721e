/**
 * What a person allowed. The union is the whole of it: a grant says where it holds, what may be done there, and
 * until when; nothing about a grant is stored anywhere else.
 */
export interface Grant {
	readonly id: string;
	readonly scope: GrantScope;
	readonly power: Power;
	readonly until: GrantEnd;
	/** Set when only one client may use it; a client is known by the id that it keeps across connections. */
	readonly client?: string;
}

export type Power = "look" | "act";

export type GrantScope =
	| { readonly kind: "tab"; readonly tabId: number }
	| { readonly kind: "group"; readonly groupId: number }
	/** `site` is a scheme and host, such as https://example.com; ports count. */
	| { readonly kind: "site"; readonly site: string }
	| { readonly kind: "profile" };

export type GrantEnd =
	| { readonly kind: "forever" }
	/** Milliseconds since the epoch. */
	| { readonly kind: "time"; readonly at: number }
	/** Acts left. */
	| { readonly kind: "count"; readonly left: number }
	/** Until the tab shows another site. */
	| { readonly kind: "site-left"; readonly site: string };

/** The facts about a tab that decide whether a grant reaches it. */
export interface TabFacts {
	readonly tabId: number;
	readonly groupId: number;
	readonly url: string;
	readonly incognito: boolean;
}

export const siteOf = (url: string): string => {
	if (!URL.canParse(url)) return "";
	const { protocol, host } = new URL(url);
	return `${protocol}//${host}`;
};

/** Pages of the browser itself and of extensions can be neither shared nor driven. */
export const isAutomatable = (url: string): boolean => url === "" || /^(?:https?|file|data|blob|about):/.test(url);

const reaches = (grant: Grant, tab: TabFacts): boolean => {
	switch (grant.scope.kind) {
		case "tab":
			return grant.scope.tabId === tab.tabId;
		case "group":
			return grant.scope.groupId === tab.groupId && !tab.incognito;
		case "site":
			return grant.scope.site === siteOf(tab.url) && !tab.incognito;
		case "profile":
			return !tab.incognito;
	}
};

const isLive = (end: GrantEnd, tab: TabFacts, now: number): boolean => {
	switch (end.kind) {
		case "forever":
			return true;
		case "time":
			return now < end.at;
		case "count":
			return end.left > 0;
		case "site-left":
			return end.site === siteOf(tab.url);
	}
};

/** The grants that hold for a tab now. A browser's own page is reached by none, whatever was granted. */
export const grantsFor = (grants: readonly Grant[], tab: TabFacts, now: number): readonly Grant[] =>
	isAutomatable(tab.url) ? grants.filter((grant) => reaches(grant, tab) && isLive(grant.until, tab, now)) : [];

/** The strongest power that is granted over a tab, or undefined when it is not shared. */
export function powerOver(grants: readonly Grant[], tab: TabFacts, now: number): Power | undefined {
	const held = grantsFor(grants, tab, now);
	if (held.some((grant) => grant.power === "act")) return "act";
	return held.length > 0 ? "look" : undefined;
}
