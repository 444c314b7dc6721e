import type { Grant, Shares, TabFacts } from "../grant.ts";
import { powerOver, ruleOver, siteOf } from "../grant.ts";

/**
 * Whether a new tab may be opened for an address, and by what it is then shared: a grant that reaches it already, a
 * copy of a grant over a tab that is shared to act, or the person's leave to open tabs.
 */
export type NewTabLeave =
	| { readonly kind: "refused" }
	| { readonly kind: "ruled-out" }
	| { readonly kind: "reached"; readonly windowId?: number }
	| { readonly kind: "copy"; readonly of: Grant; readonly windowId: number }
	/** Shared to act, as a tab of its own. */
	| { readonly kind: "allowed" };

/** A tab that is open now, as far as a grant cares. */
export interface OpenTab extends TabFacts {
	readonly windowId: number;
}

/** Facts of the tab that would be opened; its number is not known yet, and no grant names it. */
const future = (url: string): TabFacts => ({ tabId: -1, groupId: -1, url, incognito: false });

const outlivesItsTab = ({ until }: Grant, url: string): boolean =>
	until.kind !== "site-left" || until.site === siteOf(url);

/** `shares`: those of the client that asks; `isAllowed`: clients may open tabs although none is shared to act. */
export function leaveToOpen(
	shares: Shares,
	tabs: readonly OpenTab[],
	url: string,
	isAllowed: boolean,
	now: number,
): NewTabLeave {
	const leave = byGrant(shares, tabs, url, now) ?? (isAllowed ? ({ kind: "allowed" } as const) : undefined);
	if (leave === undefined) return { kind: "refused" };
	return ruleOver(shares.never, url) === undefined ? leave : { kind: "ruled-out" };
}

function byGrant({ grants, never }: Shares, tabs: readonly OpenTab[], url: string, now: number) {
	if (powerOver({ grants, never: [] }, future(url), now) === "act") return { kind: "reached" } as const;
	for (const of of grants.filter((grant) => grant.power === "act" && outlivesItsTab(grant, url))) {
		if (of.scope.kind !== "tab" && of.scope.kind !== "group") continue;
		const from = tabs.find((tab) => !tab.incognito && powerOver({ grants: [of], never }, tab, now) === "act");
		if (from !== undefined) return { kind: "copy", of, windowId: from.windowId } as const;
	}
	return undefined;
}
