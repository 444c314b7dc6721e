import { expect, test } from "bun:test";
import type { LinkStatus, ListedGrant, PopupState } from "../../../ext/messages.ts";
import {
	grantText,
	grantTitle,
	lostText,
	outdatedText,
	placeText,
	statusText,
	versionText,
	wantsCode,
} from "../../../ext/popup/words.ts";

const state = (link: LinkStatus, stopped = false): PopupState => ({
	link,
	stopped,
	tabs: [],
	listed: [],
	never: [],
	newTabs: false,
	clients: [],
	lostShares: 0,
	settings: { label: "", linkPort: 9220 },
	extVersion: "0",
});

const rows: [LinkStatus, string, boolean][] = [
	[{ state: "unpaired" }, "Not connected yet", true],
	[{ state: "dialing", port: 9220, attempt: 3 }, "Waiting for monk on port 9220", false],
	[{ state: "pairing", port: 9220 }, "Checking the code…", true],
	[{ state: "connected", port: 9220, label: "Work", slug: "work", serverVersion: "1" }, "Connected as Work", false],
	[{ state: "refused", port: 9220, reason: "update the server" }, "Refused: update the server", false],
	[{ state: "pairing-failed", reason: "wrong or expired code" }, "Wrong or expired code", true],
	[{ state: "pairing-failed", reason: "no answer on the port" }, "No answer: is monk running, and on this port?", true],
	[
		{ state: "pairing-failed", reason: "the connection broke off" },
		"The connection broke off: try the code again",
		true,
	],
	[{ state: "not-known", port: 9220 }, "Not known here: pair again", true],
];

test.each(rows)("%p reads %p and asks for a code: %p", (link, text, asks) => {
	expect([statusText(state(link)), wantsCode(link)]).toEqual([text, asks]);
});

test("a stop is said before anything else", () => {
	expect(statusText(state({ state: "unpaired" }, true))).toStartWith("Stopped");
});

test("a tab's line says why it cannot be shared, or through what it is", () => {
	const tab = { tabId: 1, title: "", url: "https://a.example:8443/x", active: false };
	expect(placeText(tab)).toBe("a.example:8443");
	expect(placeText({ ...tab, through: "profile" })).toBe("a.example:8443 · shared with the whole profile");
	expect(placeText({ ...tab, refusal: "a page of an extension" })).toBe("Cannot be shared: a page of an extension");
});

const agents: [string, string | undefined, boolean][] = [
	["Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36", "125", true],
	["Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36", "125", false],
	["Mozilla/5.0 (Windows NT 10.0) Chrome/99.0.0.0 Safari/537.36 Edg/99.0", "125.0.1", true],
	["Mozilla/5.0 HeadlessChrome/156.0.0.0", "125", false],
	["Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0", "125", false],
	["Mozilla/5.0 Chrome/124.0.0.0", undefined, false],
];

test.each(agents)("%p against %p is too old: %p", (agent, minimum, isOld) => {
	expect(outdatedText(agent, minimum) !== undefined).toBe(isOld);
});

test("what is too old names both versions", () => {
	expect(outdatedText("Chrome/100.0.0.0", "125")).toBe(
		"This is Chrome 100, and monk needs 125 or newer: update the browser",
	);
});

test("the owner's version is named where it differs", () => {
	const connected = { state: "connected", port: 1, label: "a", slug: "a", serverVersion: "0.2" } as const;
	expect(versionText(state(connected))).toBe("version 0, monk 0.2");
	expect(versionText(state({ ...connected, serverVersion: "0" }))).toBe("version 0");
	expect(versionText(state({ state: "unpaired" }))).toBe("version 0");
});

test("what a restart took is said, and nothing when it took nothing", () => {
	expect(lostText(0)).toBeUndefined();
	expect(lostText(1)).toStartWith("1 share of a tab or group has ended with the restart.");
	expect(lostText(3)).toStartWith("3 shares of tabs or groups have ended with the restart.");
});

test("a tab's line says what rules it out, and that only one client has it", () => {
	const tab = { tabId: 1, title: "", url: "https://a.example/x", active: false };
	expect(placeText({ ...tab, ruledOut: "a.example" })).toBe("Not shared: you said never on a.example");
	expect(placeText({ ...tab, power: "act" })).toBe("a.example · shared with one client only");
	expect(placeText({ ...tab, power: "act", own: "look" })).toBe("a.example");
});

const midnight = new Date(2030, 0, 1).getTime();
const listed = (more: Partial<ListedGrant>): ListedGrant => ({
	id: "g",
	scope: "site",
	name: "https://a.example",
	power: "act",
	until: { kind: "forever" },
	...more,
});

const grants: [Partial<ListedGrant>, string, string | RegExp][] = [
	[{}, "https://a.example", "look and act"],
	[{ scope: "profile", name: "", power: "look" }, "Every tab of this browser", "look only"],
	[{ scope: "group", name: "Work", client: "x" }, "Group: Work", "look and act · only what calls itself x"],
	[
		{ until: { kind: "site-left", site: "https://a.example" } },
		"https://a.example",
		"look and act · until it leaves a.example",
	],
	[{ until: { kind: "time", at: midnight + 3_600_000 } }, "https://a.example", /^look and act · until 0?1:00/],
	[{ until: { kind: "time", at: midnight + 90_000_000 } }, "https://a.example", /until .*2030.*, 0?1:00/],
];

test.each(grants)("%p reads %p, %p", (grant, title, text) => {
	expect(grantTitle(listed(grant))).toBe(title);
	expect(grantText(listed(grant), midnight)).toMatch(text);
});
