import type { Grant, TabFacts } from "../grant.ts";
import { powerOver, siteOf } from "../grant.ts";

/**
 * Whether a new tab may be opened for an address, and by what it is then shared: a grant that reaches it already, or a
 * copy of a grant over a tab that is shared to act. A grant of counted acts allows those in its own tab only.
 */
export type NewTabLeave =
	| { readonly kind: "refused" }
	| { readonly kind: "reached"; readonly windowId?: number }
	| { readonly kind: "copy"; readonly of: Grant; readonly windowId: number };

/** A tab that is open now, as far as a grant cares. */
export interface OpenTab extends TabFacts {
	readonly windowId: number;
}

/** Facts of the tab that would be opened; its number is not known yet, and no grant names it. */
const future = (url: string): TabFacts => ({ tabId: -1, groupId: -1, url, incognito: false });

const outlivesItsTab = ({ until }: Grant, url: string): boolean =>
	until.kind === "forever" || until.kind === "time" || (until.kind === "site-left" && until.site === siteOf(url));

export function leaveToOpen(grants: readonly Grant[], tabs: readonly OpenTab[], url: string, now: number): NewTabLeave {
	if (powerOver(grants, future(url), now) === "act") return { kind: "reached" };
	for (const of of grants.filter((grant) => grant.power === "act" && outlivesItsTab(grant, url))) {
		if (of.scope.kind !== "tab" && of.scope.kind !== "group") continue;
		const from = tabs.find((tab) => !tab.incognito && powerOver([of], tab, now) === "act");
		if (from !== undefined) return { kind: "copy", of, windowId: from.windowId };
	}
	return { kind: "refused" };
}
