import { expect, test } from "bun:test";
import { isEnd, type NavigationEvent } from "../../../ext/background/navigation.ts";

const started: NavigationEvent = { kind: "started", url: "https://b.example/" };
const committed: NavigationEvent = { kind: "committed", url: "https://b.example/" };
const loaded: NavigationEvent = { kind: "loaded" };
const failed: NavigationEvent = { kind: "failed", url: "https://a.example/", error: "net::ERR_ABORTED" };

/** Events in order, and which of them ends the navigation. */
test.each([
	["a page loads", [started, committed, loaded], 2],
	["a page fails", [started, failed], 1],
	["the one before it is given up first", [failed, started, committed, loaded], 3],
	["the old page finishes first", [loaded, started, committed, loaded], 3],
	["the old page finishes in between", [started, loaded, committed, loaded], 3],
	["nothing of it has ended", [failed, loaded, started], -1],
] as const)("%s", (_, events, end) => {
	expect(events.findIndex((event, index) => isEnd(event, events.slice(0, index)))).toBe(end);
});
