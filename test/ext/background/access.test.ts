import { expect, test } from "bun:test";
import { copiesFor, homeOf, refusalFor } from "../../../ext/background/shares.ts";
import { assignSlots, moveSlot } from "../../../ext/background/slots.ts";
import { refusalOf } from "../../../ext/background/tab-access.ts";
import type { Grant, GrantEnd, Power } from "../../../ext/grant.ts";

const tab = { tabId: 7, groupId: -1, url: "https://a.example/", incognito: false };
const forTab = (power: Power, until: GrantEnd = { kind: "forever" }, id = "g"): Grant => ({
	id,
	scope: { kind: "tab", tabId: 7 },
	power,
	until,
});

const a: Grant = { ...forTab("act"), client: "a" };
const web = "https://a.example/";

/** What is granted, who asks, for what, and why it is refused. Each kind of grant stands in `grant.test.ts`. */
const rows: [string, string, readonly Grant[], readonly string[], string | undefined, Power, string | undefined][] = [
	["unshared, looking", web, [], [], "a", "look", "NOT_SHARED"],
	["unshared, acting", web, [], [], "a", "act", "NOT_SHARED"],
	["shared to look, looking", web, [forTab("look")], [], "a", "look", undefined],
	["shared to look, acting", web, [forTab("look")], [], "a", "act", "LOOK_ONLY"],
	["shared to act, looking", web, [forTab("act")], [], undefined, "look", undefined],
	["shared to act, acting", web, [forTab("act")], [], undefined, "act", undefined],
	["time over", web, [forTab("act", { kind: "time", at: 0 })], [], "a", "look", "NOT_SHARED"],
	["the site left", web, [forTab("act", { kind: "site-left", site: "https://b" })], [], "a", "look", "NOT_SHARED"],
	["shared with who asks", web, [a], [], "a", "act", undefined],
	["shared with another", web, [a], [], "b", "look", "OTHER_CLIENT"],
	["shared with another, by whoever says no name", web, [a], [], undefined, "look", "OTHER_CLIENT"],
	["shared with all to look and one to act", web, [forTab("look"), a], [], "b", "act", "LOOK_ONLY"],
	["the same, by that one", web, [forTab("look"), a], [], "a", "act", undefined],
	["ruled out, shared", web, [forTab("act")], ["a.example"], "a", "look", "SITE_RULED_OUT"],
	["ruled out, shared with another", web, [a], ["a.example"], "b", "look", "NOT_SHARED"],
	["ruled out, unshared: nothing of the rule is told", web, [], ["a.example"], "a", "look", "NOT_SHARED"],
	["a page of the browser, shared", "chrome://settings/", [forTab("act")], [], "a", "look", "PAGE_NOT_AUTOMATABLE"],
	["a page of the browser, unshared", "chrome://settings/", [], [], "a", "act", "PAGE_NOT_AUTOMATABLE"],
];

test.each(rows)("%s", (_, url, grants, never, client, need, code) => {
	expect(refusalOf({ ...tab, url }, { grants, never }, client, need, 0)).toBe(code as ReturnType<typeof refusalOf>);
});

test("what means nothing after a restart is not kept beyond it", () => {
	const home = (scope: Grant["scope"], until: GrantEnd = { kind: "forever" }) =>
		homeOf({ id: "g", scope, power: "act", until });
	expect(home({ kind: "tab", tabId: 1 })).toBe("session");
	expect(home({ kind: "group", groupId: 1 })).toBe("session");
	expect(home({ kind: "site", site: "https://a" }, { kind: "site-left", site: "https://a" })).toBe("session");
	expect(home({ kind: "site", site: "https://a" })).toBe("local");
	expect(home({ kind: "profile" }, { kind: "time", at: 1 })).toBe("local");
});

test("a tab that a shared one opened gets copies of its own grants, not of wider ones", () => {
	const copies = copiesFor([forTab("act"), { ...forTab("look"), scope: { kind: "profile" } }], 7, 8);
	expect(copies).toMatchObject([{ scope: { kind: "tab", tabId: 8 }, power: "act" }]);
	expect(copies[0]?.id).not.toBe("g");
});

test("slots count up and are never given twice, also when their tab has gone", () => {
	const first = assignSlots(undefined, [10, 20]);
	expect(first).toEqual({ next: 3, byTab: { 10: 1, 20: 2 } });
	expect(assignSlots(first, [20, 10])).toBe(first);
	expect(assignSlots(first, [30]).byTab[30]).toBe(3);
});

test("a tab that Chrome replaces keeps its slot", () => {
	const table = assignSlots(undefined, [10]);
	const moved = moveSlot(table, 10, 11);
	expect(moved.byTab).toEqual({ 11: 1 });
	expect(assignSlots(moved, [10]).byTab[10]).toBe(2);
	expect(moveSlot(table, 99, 11)).toBe(table);
});

test("what can never be shared says why", () => {
	expect(refusalFor("https://a.example/")).toBeUndefined();
	expect(refusalFor("about:blank")).toBeUndefined();
	expect(refusalFor("chrome://settings/")).toBe("a page of the browser itself");
	expect(refusalFor("chrome-extension://abc/x")).toBe("a page of an extension");
	expect(refusalFor("custom:thing")).toBe("not a web page");
});
