import { expect, test } from "bun:test";
import { grantOf } from "../../../ext/background/giving.ts";
import type { Grant, TabFacts } from "../../../ext/grant.ts";
import type { ShareWish } from "../../../ext/messages.ts";
import { MonkError } from "../../../lib/errors/error.ts";

const tab: TabFacts = { tabId: 7, groupId: 3, url: "https://a.example/x", incognito: false };
const wish: ShareWish = { tabId: 7, scope: "tab", power: "act", until: { kind: "forever" }, site: "https://a.example" };
const now = 1_000;

const given = (more: Partial<ShareWish>, facts: Partial<TabFacts> = {}): Omit<Grant, "id"> | string => {
	try {
		const { id: _, ...grant } = grantOf({ ...wish, ...more }, { ...tab, ...facts }, now);
		return grant;
	} catch (thrown) {
		return thrown instanceof MonkError ? thrown.code : String(thrown);
	}
};

const gifts: [Partial<ShareWish>, Partial<Grant>][] = [
	[{}, { scope: { kind: "tab", tabId: 7 }, power: "act", until: { kind: "forever" } }],
	[{ power: "look" }, { power: "look" }],
	[{ scope: "group" }, { scope: { kind: "group", groupId: 3 } }],
	[{ scope: "site" }, { scope: { kind: "site", site: "https://a.example" } }],
	[{ scope: "profile" }, { scope: { kind: "profile" } }],
	[{ until: { kind: "time", ms: 500 } }, { until: { kind: "time", at: 1_500 } }],
	[{ until: { kind: "site-left" } }, { until: { kind: "site-left", site: "https://a.example" } }],
	[{ client: "x" }, { client: "x" }],
];

test.each(gifts)("%p gives %p", (more, grant) => {
	expect(given(more)).toMatchObject(grant);
});

const refusals: [string, Partial<ShareWish>, Partial<TabFacts>, string][] = [
	["a page of the browser", {}, { url: "chrome://settings" }, "PAGE_NOT_AUTOMATABLE"],
	["a page of an extension", { scope: "profile" }, { url: "chrome-extension://x/y" }, "PAGE_NOT_AUTOMATABLE"],
	["a group, of a tab in none", { scope: "group" }, { groupId: -1 }, "INVALID_ARGUMENT"],
	["a site, of a tab without one", { scope: "site" }, { url: "about:blank" }, "INVALID_ARGUMENT"],
	["a private tab's group", { scope: "group" }, { incognito: true }, "INVALID_ARGUMENT"],
	["a private tab's site", { scope: "site" }, { incognito: true }, "INVALID_ARGUMENT"],
	["the profile by a private tab", { scope: "profile" }, { incognito: true }, "INVALID_ARGUMENT"],
	["a site until it is left", { scope: "site", until: { kind: "site-left" } }, {}, "INVALID_ARGUMENT"],
	["no time at all", { until: { kind: "time", ms: 0 } }, {}, "INVALID_ARGUMENT"],
	["a time that is none", { until: { kind: "time", ms: Number.NaN } }, {}, "INVALID_ARGUMENT"],
	["a time without end", { until: { kind: "time", ms: Number.POSITIVE_INFINITY } }, {}, "INVALID_ARGUMENT"],
	["a site that the tab has left meanwhile", { scope: "site" }, { url: "https://b.example/" }, "CONFLICT"],
	["until it leaves a site it has left", { until: { kind: "site-left" } }, { url: "https://b.example/" }, "CONFLICT"],
];

test.each(refusals)("%s is not given", (_, more, facts, code) => {
	expect(given(more, facts)).toBe(code);
});

test("a tab that has moved on is given all the same where its site does not matter", () => {
	expect(given({}, { url: "https://b.example/" })).toMatchObject({ scope: { kind: "tab", tabId: 7 } });
});
