import { expect, test } from "bun:test";
import {
	type Grant,
	type GrantEnd,
	type GrantScope,
	hostOf,
	isAutomatable,
	nextEnd,
	powerOver,
	ruleOver,
	sharesOf,
	siteOf,
	type TabFacts,
	withGrant,
} from "../../ext/grant.ts";

const tab: TabFacts = { tabId: 7, groupId: 3, url: "https://a.example:8443/x", incognito: false };
const now = 1_000;

const grant = (scope: GrantScope, until: GrantEnd = { kind: "forever" }, power: Grant["power"] = "act"): Grant => ({
	id: "g",
	scope,
	power,
	until,
});

const powerBy = (grants: readonly Grant[], at: TabFacts = tab, never: readonly string[] = []) =>
	powerOver({ grants, never }, at, now);

const scopes: [string, GrantScope, boolean, boolean][] = [
	["the tab itself", { kind: "tab", tabId: 7 }, true, true],
	["another tab", { kind: "tab", tabId: 8 }, false, false],
	["its group", { kind: "group", groupId: 3 }, true, false],
	["another group", { kind: "group", groupId: 4 }, false, false],
	["its site", { kind: "site", site: "https://a.example:8443" }, true, false],
	["the site on another port", { kind: "site", site: "https://a.example" }, false, false],
	["the site without encryption", { kind: "site", site: "http://a.example:8443" }, false, false],
	["a site whose name only begins so", { kind: "site", site: "https://a.example:8443.evil" }, false, false],
	["the profile", { kind: "profile" }, true, false],
];

test.each(scopes)("a grant for %s reaches a tab: %p → %p, incognito %p", (_, scope, reaches, reachesIncognito) => {
	expect(powerBy([grant(scope)]) === "act").toBe(reaches);
	expect(powerBy([grant(scope)], { ...tab, incognito: true }) === "act").toBe(reachesIncognito);
});

const ends: [GrantEnd, boolean][] = [
	[{ kind: "forever" }, true],
	[{ kind: "time", at: 1_001 }, true],
	[{ kind: "time", at: 1_000 }, false],
	[{ kind: "site-left", site: "https://a.example:8443" }, true],
	[{ kind: "site-left", site: "https://b.example" }, false],
];

test.each(ends)("a grant that ends with %p holds now: %p", (until, holds) => {
	expect(powerBy([grant({ kind: "tab", tabId: 7 }, until)]) !== undefined).toBe(holds);
});

test("the strongest power wins, whatever the order", () => {
	const [look, act] = [grant({ kind: "profile" }, undefined, "look"), grant({ kind: "tab", tabId: 7 })];
	expect(powerBy([look, act])).toBe("act");
	expect(powerBy([act, look])).toBe("act");
	expect(powerBy([look])).toBe("look");
	expect(powerBy([])).toBeUndefined();
});

test.each([
	"chrome://settings/",
	"chrome-extension://abc/page.html",
	"devtools://devtools/x",
	"edge://flags",
	"view-source:https://a.example",
	"javascript:1",
])("no grant of any kind reaches %s", (url) => {
	expect(isAutomatable(url)).toBe(false);
	expect(powerBy([grant({ kind: "profile" }), grant({ kind: "tab", tabId: 7 })], { ...tab, url })).toBeUndefined();
});

const ruled: [string, boolean][] = [
	["https://bank.example/login", true],
	["http://bank.example:8080/", true],
	["https://www.bank.example/", true],
	["https://bank.example./", true],
	["https://BANK.example/", true],
	["blob:https://bank.example/1", true],
	["https://notbank.example/", false],
	["https://bank.example.evil.test/", false],
	["https://example/", false],
	["about:blank", false],
	["file:///bank.example", false],
];

test.each(ruled)("the rule never on bank.example holds on %s: %p", (url, holds) => {
	expect(ruleOver(["other.test", "bank.example"], url) !== undefined).toBe(holds);
	const wide = [grant({ kind: "profile" }), grant({ kind: "tab", tabId: 7 })];
	expect(powerBy(wide, { ...tab, url }, ["bank.example"])).toBe(holds ? undefined : "act");
});

test("a client has what everybody may use and what is its own", () => {
	const [everybody, own] = [grant({ kind: "profile" }), { ...grant({ kind: "profile" }), client: "a" }];
	const shares = { grants: [everybody, own], never: ["x.test"] };
	expect(sharesOf(shares, "a")).toEqual(shares);
	expect(sharesOf(shares, "b").grants).toEqual([everybody]);
	expect(sharesOf(shares, undefined)).toEqual({ grants: [everybody], never: ["x.test"] });
});

/** What is granted over one tab before and now, to whom, and how many grants over it there are then. */
const given: [string | undefined, string | undefined, number][] = [
	[undefined, undefined, 1],
	[undefined, "a", 1],
	["a", undefined, 1],
	["a", "a", 1],
	["a", "b", 2],
];

test.each(given)("a share with %p, then one with %p: %p in all", (before, after, count) => {
	const forClient = (client: string | undefined, scope: GrantScope, power: Grant["power"]): Grant => ({
		...grant(scope, undefined, power),
		...(client === undefined ? {} : { client }),
	});
	for (const [scope, other] of [
		[
			{ kind: "tab", tabId: 7 },
			{ kind: "tab", tabId: 8 },
		],
		[
			{ kind: "group", groupId: 3 },
			{ kind: "group", groupId: 4 },
		],
		[
			{ kind: "site", site: "https://a" },
			{ kind: "site", site: "https://b" },
		],
		[{ kind: "profile" }, { kind: "tab", tabId: 7 }],
	] as const) {
		const beside = grant(other);
		const last = forClient(after, scope, "look");
		const all = withGrant([beside, forClient(before, scope, "act")], last);
		expect([all.length, all[0], all.at(-1)]).toEqual([count + 1, beside, last]);
	}
});

test("the next end is the nearest of the times", () => {
	const scope: GrantScope = { kind: "profile" };
	expect(nextEnd([grant(scope), grant(scope, { kind: "site-left", site: "https://a.example" })])).toBeUndefined();
	expect(nextEnd([grant(scope, { kind: "time", at: 9 }), grant(scope, { kind: "time", at: 5 })])).toBe(5);
});

test("an address tells its site and its host, if it has them", () => {
	expect([siteOf("https://a.example:8443/x"), hostOf("https://a.example:8443/x")]).toEqual([
		"https://a.example:8443",
		"a.example",
	]);
	expect([siteOf("blob:https://a.example/1"), siteOf("nonsense"), hostOf("about:blank")]).toEqual([
		"https://a.example",
		"",
		undefined,
	]);
});
