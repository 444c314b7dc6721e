import { expect, test } from "bun:test";
import type { NavigationEvent } from "../../../ext/background/navigation.ts";
import { stateAfter } from "../../../ext/background/navigation-state.ts";

const url = "https://b.example/";
const started: NavigationEvent = { kind: "started", url };
const committed: NavigationEvent = { kind: "committed", url };
const parsed: NavigationEvent = { kind: "parsed" };
const loaded: NavigationEvent = { kind: "loaded" };
const failed: NavigationEvent = { kind: "failed", url, error: "net::ERR_ABORTED" };
const oldFailed: NavigationEvent = { kind: "failed", url: "https://a.example/", error: "net::ERR_ABORTED" };
const moved: NavigationEvent = { kind: "moved", url: `${url}#part` };

test.each([
	["nothing happens", [], "still"],
	["a page loads", [started, committed, loaded], "loaded"],
	["a page's server is silent", [started], "waiting"],
	["a page begins to come", [started, committed], "loading"],
	["a page has come but for its pictures", [started, committed, parsed], "loading"],
	["the old page is parsed at the last moment", [started, parsed], "waiting"],
	["a page fails", [started, failed], "failed"],
	["a page is stopped while it loads", [started, committed, failed], "loaded"],
	["the one before is given up first", [oldFailed, started, committed, loaded], "loaded"],
	["the one before is given up afterwards", [started, oldFailed, committed], "loading"],
	["the old page finishes first", [loaded, started], "waiting"],
	["the old page finishes in between", [started, loaded], "waiting"],
	["the address changes in the document", [moved], "moved"],
	["the old page's address changes on the way", [started, moved], "waiting"],
	["a page that has loaded leads on", [started, committed, loaded, started], "waiting"],
] as const)("%s", (_, events, kind) => {
	expect(stateAfter(events, ["https://a.example/"]).kind).toBe(kind);
});

test("a new page's own changes of its address are told", () => {
	expect(stateAfter([started, committed, moved], [])).toEqual({ kind: "loading", url: `${url}#part` });
});
