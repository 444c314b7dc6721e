import { expect, test } from "bun:test";
import { leaveToOpen, type OpenTab } from "../../../ext/background/new-tab-grant.ts";
import type { Grant, GrantEnd, GrantScope, Power } from "../../../ext/grant.ts";

const now = 1_000;
const url = "https://b.example/";
const tab: OpenTab = { tabId: 1, groupId: 7, url: "https://a.example/", incognito: false, windowId: 3 };
const grant = (scope: GrantScope, power: Power = "act", until: GrantEnd = { kind: "forever" }): Grant => ({
	id: "g",
	scope,
	power,
	until,
});
const ofTab: GrantScope = { kind: "tab", tabId: 1 };
const kindFor = (grants: readonly Grant[], tabs = [tab], isAllowed = false, never: readonly string[] = []): string =>
	leaveToOpen({ grants, never }, tabs, url, isAllowed, now).kind;

/** What the person granted, and whether a tab may be opened for another site by it. */
test.each([
	["nothing", [], "refused"],
	["the profile", [grant({ kind: "profile" })], "reached"],
	["the profile, to look", [grant({ kind: "profile" }, "look")], "refused"],
	["a tab", [grant(ofTab)], "copy"],
	["a tab, to look", [grant(ofTab, "look")], "refused"],
	["a tab that is closed", [grant({ kind: "tab", tabId: 99 })], "refused"],
	["a group", [grant({ kind: "group", groupId: 7 })], "copy"],
	["that other site", [grant({ kind: "site", site: "https://b.example" })], "reached"],
	["this site alone", [grant({ kind: "site", site: "https://a.example" })], "refused"],
	[
		"a tab until it leaves this site",
		[grant(ofTab, "act", { kind: "site-left", site: "https://a.example" })],
		"refused",
	],
	["a tab for a time that goes on", [grant(ofTab, "act", { kind: "time", at: 2_000 })], "copy"],
	["a tab for a time that is over", [grant(ofTab, "act", { kind: "time", at: 500 })], "refused"],
] as const)("%s", (_, grants, expected) => {
	expect(kindFor(grants)).toBe(expected);
});

test("a private tab lends its share to no other", () => {
	expect(kindFor([grant(ofTab)], [{ ...tab, incognito: true }])).toBe("refused");
});

test("the person's leave to open tabs stands in where no share does, and only there", () => {
	expect(kindFor([], [tab], true)).toBe("allowed");
	expect(kindFor([grant(ofTab, "look")], [tab], true)).toBe("allowed");
	expect(kindFor([grant(ofTab)], [tab], true)).toBe("copy");
});

test("no tab is opened for a site that is ruled out, whatever would allow it", () => {
	for (const grants of [[grant({ kind: "profile" })], [grant(ofTab)], []])
		expect(kindFor(grants, [tab], true, ["b.example"])).toBe("ruled-out");
	expect(kindFor([], [tab], false, ["b.example"])).toBe("refused");
	expect(kindFor([grant(ofTab)], [tab], false, ["a.example"])).toBe("refused");
});
