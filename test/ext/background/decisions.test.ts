import { expect, test } from "bun:test";
import { boxesOf, pointsOf } from "../../../ext/aim.ts";
import { addressOf } from "../../../ext/background/address.ts";
import { badgeOf } from "../../../ext/background/badge.ts";
import { refusedCommand } from "../../../ext/background/debugger/attachment.ts";
import { afterEvent, type Contexts } from "../../../ext/background/debugger/contexts.ts";
import { bitsOf, clickEvents } from "../../../ext/background/debugger/mouse.ts";
import { nodeText, outwards } from "../../../ext/background/debugger/overlay.ts";
import { thrownText } from "../../../ext/background/debugger/remote-value.ts";
import { silenceText } from "../../../ext/background/in-frames.ts";
import { readPairFile } from "../../../ext/background/pair-file.ts";
import { staleness } from "../../../ext/background/ref-lookup.ts";
import { frameNumber, mayBeOwn, numberFrames, raiseFloor } from "../../../ext/background/refs.ts";
import { MonkError } from "../../../lib/errors/error.ts";

test.each([
	["example.com", "https://example.com/"],
	["  example.com/a b ", "https://example.com/a%20b"],
	["example.com:8080/x", "https://example.com:8080/x"],
	["localhost:3000", "http://localhost:3000/"],
	["localhost", "http://localhost/"],
	["127.0.0.1:8080/x?y", "http://127.0.0.1:8080/x?y"],
	["[::1]:80", "http://[::1]/"],
	["localhost.example.com", "https://localhost.example.com/"],
	["http://plain.example", "http://plain.example/"],
	["about:blank", "about:blank"],
	["data:text/html,hi", "data:text/html,hi"],
])("the address %p means %p", (text, url) => {
	expect(addressOf(text)).toBe(url);
});

test.each([
	"javascript:alert(1)",
	" JavaScript:1",
	"javascript:1",
	"java\nscript:1",
	"file:///etc/passwd",
	"chrome://settings",
	"chrome-extension://abc/x",
	"view-source:https://a.example",
	"about:config",
	"ftp://a.example",
	"blob:https://a.example/1",
	"https://",
	"",
])("the address %p is refused before anything is done", (text) => {
	expect(() => addressOf(text)).toThrow(MonkError);
});

const created = (id: number, auxData: object, origin = "https://a.example") => ({
	method: "Runtime.executionContextCreated",
	params: { context: { id, uniqueId: `u${id}`, origin, auxData } },
});

test("contexts are told apart by world and session, and go with their document or session", () => {
	const own = "chrome-extension://own";
	const apply = (contexts: Contexts, session: string, event: { method: string; params: unknown }): Contexts =>
		afterEvent(contexts, { session, ...event }, own);
	let contexts = apply([], "", created(1, { isDefault: true, type: "default", frameId: "F" }));
	contexts = apply(contexts, "", created(2, { isDefault: false, type: "isolated", frameId: "F" }, own));
	contexts = apply(
		contexts,
		"",
		created(3, { isDefault: false, type: "isolated", frameId: "F" }, "chrome-extension://x"),
	);
	contexts = apply(contexts, "S", created(1, { isDefault: true, type: "default", frameId: "G" }));
	expect(contexts.map(({ world }) => world)).toEqual(["main", "content-script", "other", "main"]);
	const gone = { method: "Runtime.executionContextDestroyed", params: { executionContextUniqueId: "u2" } };
	expect(apply(contexts, "", gone).map(({ id }) => id)).toEqual([1, 3, 1]);
	expect(apply(contexts, "", { method: "Runtime.executionContextsCleared", params: {} })).toHaveLength(1);
	expect(apply(contexts, "", { method: "Target.detachedFromTarget", params: { sessionId: "S" } })).toHaveLength(3);
	expect(apply(contexts, "", { method: "Page.frameNavigated", params: {} })).toBe(contexts);
});

test("a double click is two presses with rising counts, after one move", () => {
	const { move, presses } = clickEvents({ x: 1, y: 2 }, { button: "right", count: 2, modifiers: ["Shift"] }, false);
	expect(move).toMatchObject({ type: "mouseMoved", x: 1, y: 2, modifiers: 8 });
	expect(
		presses.map((press) => Object.values(press).filter((value) => typeof value !== "number" || value > 2)),
	).toEqual([
		[8, "mousePressed", "right"],
		[8, "mouseReleased", "right"],
		[8, "mousePressed", "right"],
		[8, "mouseReleased", "right"],
	]);
	expect(presses.map((press) => (press as { clickCount: number }).clickCount)).toEqual([1, 1, 2, 2]);
});

test("ControlOrMeta is the platform's own key for commands", () => {
	expect(bitsOf(["ControlOrMeta"], false)).toBe(2);
	expect(bitsOf(["ControlOrMeta"], true)).toBe(4);
	expect(bitsOf(["Alt", "Shift", "Meta", "Control"], false)).toBe(15);
});

test("the middle of a turned box is its own, and a box without area has none", () => {
	expect(pointsOf(boxesOf([[0, 0, 10, 0, 10, 4, 0, 4]]))[0]).toEqual({ x: 5, y: 2 });
	expect(pointsOf(boxesOf([[5, 0, 10, 5, 5, 10, 0, 5]]))[0]).toEqual({ x: 5, y: 5 });
	expect(boxesOf([[5, 5, 5, 5, 5, 5, 5, 5]])).toEqual([]);
});

test("a point of a frame is found again in the view around it, scaled and turned", () => {
	expect(outwards({ x: 50, y: 25 }, 100, 50, [10, 20, 60, 20, 60, 45, 10, 45])).toEqual({ x: 35, y: 32.5 });
	expect(outwards({ x: 100, y: 0 }, 100, 50, [0, 0, 0, 100, -50, 100, -50, 0])).toEqual({ x: 0, y: 100 });
});

test("an obstacle is named as the page names it", () => {
	const text = (attributes: string[]): string => nodeText({ node: { localName: "div", nodeName: "DIV", attributes } });
	expect(text(["class", " modal-backdrop wide", "id", "top"])).toBe("div#top");
	expect(text(["data-x", "class", "class", " modal-backdrop wide"])).toBe("div.modal-backdrop");
	expect(text([])).toBe("div");
});

test("refs are read strictly, and tell their frame", () => {
	expect(frameNumber("e12")).toBe(0);
	expect(frameNumber("f3e1")).toBe(3);
	for (const text of ["", "e", "e0", "f0e1", "12", "e1 ", "#go", "f1", "e1e2"])
		expect(() => frameNumber(text)).toThrow(MonkError);
});

test("a new document in a frame gets a number of its own, and the top one keeps 0", () => {
	const first = numberFrames(undefined, [
		{ frameId: 0, documentId: "top" },
		{ frameId: 5, documentId: "a" },
	]);
	expect(first).toEqual({ floor: 1, nextFrame: 2, frames: { a: 1 } });
	const second = numberFrames(first, [{ frameId: 5, documentId: "b" }]);
	expect(second.frames).toEqual({ a: 1, b: 2 });
	expect(numberFrames(second, [{ frameId: 5, documentId: "a" }])).toBe(second);
});

test("the floor of a tab's refs only rises", () => {
	const table = raiseFloor(undefined, 10);
	expect(table.floor).toBe(10);
	expect(raiseFloor(table, 4)).toBe(table);
});

test("a page that does not answer is said to wait for a server only where there is one", () => {
	const [web, other] = ["https://a.example/", "data:text/html,<script>for (;;);</script>"];
	const words = (tab: Parameters<typeof silenceText>[0]) => silenceText(tab).split("it is ")[1];
	expect(words({ status: "loading", url: other, pendingUrl: web })).toBe("still waiting for its server");
	expect(words({ status: "loading", url: web })).toBe("still loading: busy, or waiting for its server");
	for (const tab of [{ url: other }, { url: "about:blank", pendingUrl: other }])
		expect(words({ status: "loading", ...tab })).not.toContain("server");
	for (const tab of [{ status: "complete", url: web } as const, undefined]) expect(words(tab)).toContain("a dialog");
});

test("a ref that no longer means the same says why", () => {
	const say = (found: Parameters<typeof staleness>[1]) => staleness("e1", found, "this tab");
	expect(say({ state: "found", role: "button", name: "x" })).toBeUndefined();
	expect(say({ state: "changed", was: 'row "a"', now: 'row "b"' })).toBe('e1 was row "a" and is now row "b"');
	expect(say({ state: "gone", was: 'button "x"', nearest: "e9" })).toContain("what held it is e9");
	expect(say({ state: "unknown" })).toContain("navigated");
	expect(staleness("e1", { state: "unknown" }, "elsewhere")).toContain("never given in this tab");
	expect(say(undefined)).toContain("does not answer");
});

test("a ref that was never given in a tab is told from one of a page that it showed before", () => {
	const table = { floor: 10, nextFrame: 3, frames: {} };
	expect(["e9", "e10", "f2e900", "f3e1"].map((ref) => mayBeOwn(table, ref))).toEqual([true, false, true, false]);
});

test("what the page throws is told without its stack", () => {
	const error = { type: "object", subtype: "error", description: "TypeError: no\n    at page.js:1:1" };
	expect(thrownText({ text: "Uncaught", exception: error })).toBe("TypeError: no");
	expect(thrownText({ text: "Uncaught", exception: { type: "string", value: "oops" } })).toBe('"oops"');
});

test("the debugger's refusals become codes", () => {
	const code = (words: string): string => refusedCommand(new Error(words)).code;
	expect(code("Debugger is not attached to the tab with id: 1.")).toBe("DEBUGGER_UNAVAILABLE");
	expect(code('{"code":-32000,"message":"Inspected target navigated or closed"}')).toBe("STALE_REF");
	expect(code("something else")).toBe("INTERNAL_ERROR");
});

test("the badge shows a shared tab's number, and trouble before all else", () => {
	const connected = { state: "connected", port: 1, label: "", slug: "", serverVersion: "" } as const;
	expect(badgeOf(connected, false, 3).text).toBe("3");
	expect(badgeOf(connected, false, undefined).text).toBe("");
	expect(badgeOf(connected, true, 3).text).toBe("■");
	expect(badgeOf({ state: "refused", port: 1, reason: "" }, false, 3).text).toBe("!");
	expect(badgeOf({ state: "not-known", port: 1 }, false, 3).text).toBe("!");
});

test("a pair file is taken whole or not at all", () => {
	const file = { instanceId: "a".repeat(32), key: "b".repeat(64), linkPort: 9220, label: "CI", shareAll: true };
	expect(readPairFile(JSON.stringify(file))).toEqual(file);
	for (const wrong of [{ instanceId: "A".repeat(32) }, { key: "" }, { linkPort: "9220" }, { label: undefined }])
		expect(readPairFile(JSON.stringify({ ...file, ...wrong }))).toBeUndefined();
	expect(readPairFile(JSON.stringify({ ...file, shareAll: "yes" }))?.shareAll).toBe(false);
});
