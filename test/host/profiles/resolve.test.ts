import { expect, test } from "bun:test";
import { MonkError } from "../../../lib/errors/error.ts";
import type { ConnectedProfile, Profile } from "../../../lib/host/profiles/profile.ts";
import { resolveProfile, resolveTab } from "../../../lib/host/profiles/resolve.ts";
import { tab } from "../../support/scripted-extension.ts";

const link = { request: () => Promise.reject(new Error("not asked here")), close: () => undefined };

const known = (slug: string) => ({ profileId: `id-${slug}`, instanceId: slug, label: slug, slug, extVersion: "1" });
const on = (slug: string): ConnectedProfile => ({ ...known(slug), state: "connected", link, tabs: [] });
const off = (slug: string): Profile => ({ ...known(slug), state: "offline", lastSeen: 0 });

/** What it gives, or the code and message of what it throws. */
function outcome(run: () => { readonly slug?: string; readonly slot?: number }): string {
	try {
		const { slug, slot } = run();
		return slug ?? `tab ${slot}`;
	} catch (thrown) {
		return thrown instanceof MonkError ? `${thrown.code}: ${thrown.message}` : String(thrown);
	}
}

const profileRows: readonly (readonly [string, readonly Profile[], string | undefined, string | undefined, string])[] =
	[
		["nobody ever", [], undefined, undefined, "NO_BROWSER_CONNECTED: no browser is connected"],
		[
			"only offline ones",
			[off("work")],
			undefined,
			undefined,
			"BROWSER_OFFLINE: no browser is connected; work is offline",
		],
		["one", [on("work")], undefined, undefined, "work"],
		["one beside an offline one", [on("work"), off("home")], undefined, undefined, "work"],
		[
			"two",
			[on("work"), on("home")],
			undefined,
			undefined,
			"PROFILE_AMBIGUOUS: several browser profiles are connected: work, home",
		],
		["two, one used last", [on("work"), on("home")], undefined, "id-home", "home"],
		[
			"two, the one used last gone",
			[on("work"), on("home"), off("den")],
			undefined,
			"id-den",
			"PROFILE_AMBIGUOUS: several browser profiles are connected: work, home",
		],
		["one, another used last", [on("work"), off("home")], undefined, "id-home", "work"],
		["by slug", [on("work"), on("home")], "home", undefined, "home"],
		["by profileId", [on("work"), on("home")], "id-home", undefined, "home"],
		["by the start of a slug", [on("work"), on("home")], "ho", undefined, "home"],
		["a slug that another starts with", [on("work"), on("work-2")], "work", undefined, "work"],
		[
			"the start of two",
			[on("work"), on("work-2")],
			"wor",
			undefined,
			'PROFILE_AMBIGUOUS: "wor" could be any of these profiles: work, work-2',
		],
		["by the start of an offline one", [on("work"), off("home")], "ho", undefined, "BROWSER_OFFLINE: home is offline"],
		["unknown", [on("work")], "den", undefined, 'PROFILE_NOT_FOUND: there is no profile "den"; the profiles are: work'],
		["empty", [on("work")], "", undefined, 'PROFILE_NOT_FOUND: there is no profile ""; the profiles are: work'],
		[
			"unknown among none",
			[],
			"den",
			undefined,
			'PROFILE_NOT_FOUND: there is no profile "den"; no profile has connected yet',
		],
	];

for (const [what, profiles, wanted, last, expected] of profileRows)
	test(`which profile: ${what}`, () => {
		expect(outcome(() => resolveProfile(profiles, wanted, last))).toBe(expected);
	});

const idle = { active: false };
const tabRows = [
	["none shared", [], undefined, "NOT_SHARED: no tab of work is shared"],
	["none shared, one named", [], 2, "TAB_NOT_FOUND: work has no shared tab 2; no tab is shared there"],
	["one", [tab(4, idle)], undefined, "tab 4"],
	["the active one", [tab(3, idle), tab(4, { active: true })], undefined, "tab 4"],
	[
		"none active",
		[tab(3, idle), tab(4, idle)],
		undefined,
		"TAB_AMBIGUOUS: work shares several tabs: 3 (Page 3 — https://site-3.example/path), 4 (Page 4 — https://site-4.example/path)",
	],
	[
		"two active ones (never told by our extension)",
		[tab(3, { active: true }), tab(4, { active: true })],
		undefined,
		"TAB_AMBIGUOUS: work shares several tabs: 3 (Page 3 — https://site-3.example/path), 4 (Page 4 — https://site-4.example/path)",
	],
	["a named one", [tab(3, idle), tab(4, { active: true })], 3, "tab 3"],
	[
		"a named one that is not shared",
		[tab(3)],
		9,
		"TAB_NOT_FOUND: work has no shared tab 9; the shared tabs are: 3 (Page 3 — https://site-3.example/path)",
	],
] as const;

test("of very many tabs the first are listed, each by so much as tells it apart", () => {
	const tabs = Array.from({ length: 25 }, (_, index) => tab(index + 1, { ...idle, title: "a\nb".repeat(100) }));
	const told = outcome(() => resolveTab({ ...on("work"), tabs }, undefined));
	expect(told).toEndWith("and 5 more");
	expect(told).not.toContain("\n");
	expect(told.length).toBeLessThan(20 * 130 + 100);
});

for (const [what, tabs, wanted, expected] of tabRows)
	test(`which tab: ${what}`, () => {
		expect(outcome(() => resolveTab({ ...on("work"), tabs }, wanted))).toBe(expected);
	});
