/**
 * What a person allowed. The union is the whole of it: a grant says where it holds, what may be done there, and
 * until when; nothing about a grant is stored anywhere else.
 */
export interface Grant {
	readonly id: string;
	readonly scope: GrantScope;
	readonly power: Power;
	readonly until: GrantEnd;
	/**
	 * Set when only one client may use it: what that client calls itself, so that the grant outlives the client's own
	 * restarts. It keeps honest clients apart; whoever has the control token can call itself anything.
	 */
	readonly client?: string;
}

/** All that the person decided about tabs: what is granted, and where nothing is, whatever was granted. */
export interface Shares {
	readonly grants: readonly Grant[];
	/** Host names of sites on which monk never reads or acts, nor on what lies under them. */
	readonly never: readonly string[];
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
	const { protocol, host, origin } = new URL(url);
	// What a site keeps under a blob: address is the site's own.
	return protocol === "blob:" ? origin : `${protocol}//${host}`;
};

/** The host name by which a site of the web is ruled out; undefined for what has none. */
export function hostOf(url: string): string | undefined {
	const site = siteOf(url);
	// A name may be written with a dot at its end, and means the same.
	return /^https?:/.test(site) ? new URL(site).hostname.replace(/\.$/, "") : undefined;
}

/** The person's rule that keeps monk off an address: of its own host name, or of one that it lies under. */
export function ruleOver(never: readonly string[], url: string): string | undefined {
	const host = hostOf(url);
	return host === undefined ? undefined : never.find((ruled) => host === ruled || host.endsWith(`.${ruled}`));
}

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
		case "site-left":
			return end.site === siteOf(tab.url);
	}
};

/** The grants that hold for a tab now. A browser's own page is reached by none, whatever was granted. */
export const grantsFor = ({ grants, never }: Shares, tab: TabFacts, now: number): readonly Grant[] =>
	isAutomatable(tab.url) && ruleOver(never, tab.url) === undefined
		? grants.filter((grant) => reaches(grant, tab) && isLive(grant.until, tab, now))
		: [];

/** The strongest power that is granted over a tab to anyone, or undefined when it is not shared. */
export function powerOver(shares: Shares, tab: TabFacts, now: number): Power | undefined {
	const held = grantsFor(shares, tab, now);
	if (held.some((grant) => grant.power === "act")) return "act";
	return held.length > 0 ? "look" : undefined;
}

/** What is left of the shares for one client; for one that does not say who it is, what everybody may use. */
export const sharesOf = ({ grants, never }: Shares, client: string | undefined): Shares => ({
	grants: grants.filter((grant) => grant.client === undefined || grant.client === client),
	never,
});

const isSameScope = (one: GrantScope, other: GrantScope): boolean => {
	switch (one.kind) {
		case "tab":
			return other.kind === "tab" && other.tabId === one.tabId;
		case "group":
			return other.kind === "group" && other.groupId === one.groupId;
		case "site":
			return other.kind === "site" && other.site === one.site;
		case "profile":
			return other.kind === "profile";
	}
};

/**
 * Adds what a person gives now. It takes the place of what they gave for the same before; only grants to two different
 * clients stand side by side.
 */
export const withGrant = (grants: readonly Grant[], given: Grant): readonly Grant[] => [
	...grants.filter(({ scope, client }) => {
		const isForOther = client !== undefined && given.client !== undefined && client !== given.client;
		return isForOther || !isSameScope(scope, given.scope);
	}),
	given,
];

/** The time, in milliseconds since the epoch, at which the next grant ends by itself; undefined when none does. */
export const nextEnd = (grants: readonly Grant[]): number | undefined =>
	grants.flatMap(({ until }) => (until.kind === "time" ? [until.at] : [])).toSorted((a, b) => a - b)[0];

export const hasExpired = ({ until }: Grant, now: number): boolean => until.kind === "time" && until.at <= now;
