import { expect, test } from "bun:test";
import type { PopupTab } from "../../../ext/messages.ts";
import {
	type Choice,
	clientChoices,
	endChoices,
	scopeChoices,
	tabChoices,
	wishOf,
} from "../../../ext/popup/choices.ts";

const tab: PopupTab = { tabId: 7, title: "A", url: "https://a.example/x", active: true, site: "https://a.example" };
const { site: _, ...siteless } = tab;
const values = (choices: readonly Choice[]): readonly string[] => choices.map(({ value }) => value);

test("what can be shared depends on the tab", () => {
	expect(values(scopeChoices(tab))).toEqual(["tab", "site", "profile"]);
	expect(values(scopeChoices({ ...tab, group: "Work" }))).toEqual(["tab", "group", "site", "profile"]);
	expect(values(scopeChoices(siteless))).toEqual(["tab", "profile"]);
	expect(values(scopeChoices({ ...tab, group: "Work", incognito: true }))).toEqual(["tab"]);
});

test("only a single tab can leave its site", () => {
	expect(values(endChoices(tab, "tab")).at(-1)).toBe("site-left");
	for (const scope of ["group", "site", "profile"]) expect(values(endChoices(tab, scope))).not.toContain("site-left");
	expect(values(endChoices(siteless, "tab"))).not.toContain("site-left");
});

test("tabs that can never be shared, or are ruled out, are not offered", () => {
	const tabs = [tab, { ...tab, tabId: 8, refusal: "x" }, { ...tab, tabId: 9, ruledOut: "a.example" }];
	expect(values(tabChoices(tabs))).toEqual(["7"]);
});

test("a client that calls itself like a choice of ours is still that client", () => {
	const [everyone, odd] = clientChoices([""]);
	const chosen = { scope: "tab", until: "forever" };
	expect(wishOf(tab, { ...chosen, client: everyone?.value ?? "?" }, "look")).not.toHaveProperty("client");
	expect(wishOf(tab, { ...chosen, client: odd?.value ?? "?" }, "look")).toHaveProperty("client", "");
	const [, named] = clientChoices(["only me"]);
	expect(wishOf(tab, { ...chosen, client: named?.value ?? "?" }, "look").client).toBe("only me");
});

test("the choices become what is asked for", () => {
	expect(wishOf(tab, { scope: "site", until: "900000", client: "" }, "act")).toEqual({
		tabId: 7,
		scope: "site",
		power: "act",
		until: { kind: "time", ms: 900_000 },
		site: "https://a.example",
	});
	expect(wishOf(siteless, { scope: "tab", until: "site-left", client: "" }, "look").until).toEqual({
		kind: "site-left",
	});
});
