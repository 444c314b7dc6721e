import { expect, test } from "bun:test";
import {
	type Grant,
	type GrantEnd,
	type GrantScope,
	isAutomatable,
	powerOver,
	type TabFacts,
} from "../../ext/grant.ts";

const tab: TabFacts = { tabId: 7, groupId: 3, url: "https://a.example:8443/x", incognito: false };
const now = 1_000;

const grant = (scope: GrantScope, until: GrantEnd = { kind: "forever" }, power: Grant["power"] = "act"): Grant => ({
	id: "g",
	scope,
	power,
	until,
});

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
	expect(powerOver([grant(scope)], tab, now) === "act").toBe(reaches);
	expect(powerOver([grant(scope)], { ...tab, incognito: true }, now) === "act").toBe(reachesIncognito);
});

const ends: [GrantEnd, boolean][] = [
	[{ kind: "forever" }, true],
	[{ kind: "time", at: 1_001 }, true],
	[{ kind: "time", at: 1_000 }, false],
	[{ kind: "count", left: 1 }, true],
	[{ kind: "count", left: 0 }, false],
	[{ kind: "site-left", site: "https://a.example:8443" }, true],
	[{ kind: "site-left", site: "https://b.example" }, false],
];

test.each(ends)("a grant that ends with %p holds now: %p", (until, holds) => {
	expect(powerOver([grant({ kind: "tab", tabId: 7 }, until)], tab, now) !== undefined).toBe(holds);
});

test("the strongest power wins, whatever the order", () => {
	const [look, act] = [grant({ kind: "profile" }, undefined, "look"), grant({ kind: "tab", tabId: 7 })];
	expect(powerOver([look, act], tab, now)).toBe("act");
	expect(powerOver([act, look], tab, now)).toBe("act");
	expect(powerOver([look], tab, now)).toBe("look");
	expect(powerOver([], tab, now)).toBeUndefined();
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
	expect(
		powerOver([grant({ kind: "profile" }), grant({ kind: "tab", tabId: 7 })], { ...tab, url }, now),
	).toBeUndefined();
});
