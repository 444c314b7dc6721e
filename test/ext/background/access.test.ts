import { expect, test } from "bun:test";
import { copiesFor, homeOf, refusalFor, spend } from "../../../ext/background/shares.ts";
import { assignSlots, moveSlot } from "../../../ext/background/slots.ts";
import { type LiveTab, pickTab, refusalOf } from "../../../ext/background/tab-access.ts";
import type { Grant, GrantEnd, Power } from "../../../ext/grant.ts";
import { MonkError } from "../../../lib/errors/error.ts";

const tab = { tabId: 7, groupId: -1, url: "https://a.example/", incognito: false };
const forTab = (power: Power, until: GrantEnd = { kind: "forever" }, id = "g"): Grant => ({
	id,
	scope: { kind: "tab", tabId: 7 },
	power,
	until,
});

const codeOf = (work: () => unknown): string => {
	try {
		work();
		return "no error";
	} catch (thrown) {
		return thrown instanceof MonkError ? thrown.code : String(thrown);
	}
};

const rows: [string, string, readonly Grant[], Power, string | undefined][] = [
	["unshared, looking", "https://a.example/", [], "look", "NOT_SHARED"],
	["unshared, acting", "https://a.example/", [], "act", "NOT_SHARED"],
	["shared to look, looking", "https://a.example/", [forTab("look")], "look", undefined],
	["shared to look, acting", "https://a.example/", [forTab("look")], "act", "LOOK_ONLY"],
	["shared to act, looking", "https://a.example/", [forTab("act")], "look", undefined],
	["shared to act, acting", "https://a.example/", [forTab("act")], "act", undefined],
	["a page of the browser, shared", "chrome://settings/", [forTab("act")], "look", "PAGE_NOT_AUTOMATABLE"],
	["a page of the browser, unshared", "chrome://settings/", [], "act", "PAGE_NOT_AUTOMATABLE"],
];

test.each(rows)("%s", (_, url, grants, need, code) => {
	expect(refusalOf({ ...tab, url }, grants, need, 0)).toBe(code as ReturnType<typeof refusalOf>);
});

const live = (id: number, active: boolean, windowId: number): LiveTab => ({ id, active, windowId }) as LiveTab;

test("without a tab named: the active shared one of the window in front, else the only active, else the only one", () => {
	expect(pickTab([live(1, true, 1), live(2, true, 2)], 2).id).toBe(2);
	expect(pickTab([live(1, true, 1), live(2, false, 2)], 9).id).toBe(1);
	expect(pickTab([live(1, false, 1)], 1).id).toBe(1);
	expect(codeOf(() => pickTab([], 1))).toBe("NOT_SHARED");
	expect(codeOf(() => pickTab([live(1, false, 1), live(2, false, 1)], 1))).toBe("TAB_AMBIGUOUS");
	expect(codeOf(() => pickTab([live(1, true, 1), live(2, true, 2)], 9))).toBe("TAB_AMBIGUOUS");
});

test("an act takes one off a counted grant, and only where no other would have allowed it", () => {
	const counted = forTab("act", { kind: "count", left: 2 }, "c");
	expect(spend([counted], tab, 0)).toEqual([{ ...counted, until: { kind: "count", left: 1 } }]);
	const both = [counted, forTab("act")];
	expect(spend(both, tab, 0)).toBe(both);
	const spent = [{ ...counted, until: { kind: "count" as const, left: 0 } }];
	expect(spend(spent, tab, 0)).toBe(spent);
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
