import type { Grant, Power, Shares, TabFacts } from "../grant.ts";
import { isAutomatable, powerOver, withGrant } from "../grant.ts";
import { local, session } from "../storage.ts";
import { forgetLostShares, noteShares } from "./lost-shares.ts";

/** A grant that names a tab or a group means nothing after a restart, and one until a site is left is as short-lived. */
export const homeOf = (grant: Grant): "session" | "local" =>
	grant.scope.kind === "tab" || grant.scope.kind === "group" || grant.until.kind === "site-left" ? "session" : "local";

const allGrants = async (): Promise<readonly Grant[]> => {
	const [short, long] = await Promise.all([session.get("grants"), local.get("grants")]);
	return [...(short ?? []), ...(long ?? [])];
};

export async function currentShares(): Promise<Shares> {
	const [grants, never] = await Promise.all([allGrants(), local.get("never")]);
	return { grants, never: never ?? [] };
}

let turn: Promise<unknown> = Promise.resolve();

/** Changes of grants run one after the other: one that decides by what it has read decides by what is still so. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
	const done = turn.then(work);
	turn = done.catch(() => undefined);
	return done;
}

/** Writes the grants where each belongs; an area in which nothing changed is not written, for that wakes listeners. */
async function write(before: readonly Grant[], after: readonly Grant[]): Promise<void> {
	const part = (grants: readonly Grant[], home: ReturnType<typeof homeOf>): readonly Grant[] =>
		grants.filter((grant) => homeOf(grant) === home);
	const isSame = (home: ReturnType<typeof homeOf>): boolean => {
		const [was, is] = [part(before, home), part(after, home)];
		return was.length === is.length && was.every((grant, index) => grant === is[index]);
	};
	if (!isSame("local")) await local.set("grants", part(after, "local"));
	if (isSame("session")) return;
	const short = part(after, "session");
	await session.set("grants", short);
	await noteShares(short.length);
}

const change = (edit: (grants: readonly Grant[]) => readonly Grant[]): Promise<void> =>
	inTurn(async () => {
		const before = await allGrants();
		await write(before, edit(before));
	});

export const dropGrants = (goes: (grant: Grant) => boolean): Promise<void> =>
	change((grants) => grants.filter((grant) => !goes(grant)));

/** Adds a grant beside all others. */
export const addGrant = (grant: Grant): Promise<void> => change((grants) => [...grants, grant]);

/** Adds what the person gives, in the place of what they gave for the same before. */
export async function giveGrant(grant: Grant): Promise<void> {
	await change((grants) => withGrant(grants, grant));
	await forgetLostShares();
}

export const isOfTab =
	(tabId: number) =>
	({ scope }: Grant): boolean =>
		scope.kind === "tab" && scope.tabId === tabId;

/** The grants of one tab, made out to another: a tab that a shared tab opened, or the one that replaced it. */
export const copiesFor = (grants: readonly Grant[], from: number, to: number): readonly Grant[] =>
	grants
		.filter(isOfTab(from))
		.map((grant) => ({ ...grant, id: crypto.randomUUID(), scope: { kind: "tab", tabId: to } }));

export const inheritGrants = (from: number, to: number): Promise<void> =>
	change((grants) => [...grants, ...copiesFor(grants, from, to)]);

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

export const powerOn = (shares: Shares, tab: chrome.tabs.Tab): Power | undefined =>
	powerOver(shares, factsOf(tab), Date.now());
