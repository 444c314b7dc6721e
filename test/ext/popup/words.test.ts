import { expect, test } from "bun:test";
import type { LinkStatus, PopupState } from "../../../ext/messages.ts";
import { placeText, statusText, wantsCode } from "../../../ext/popup/words.ts";

const state = (link: LinkStatus, stopped = false): PopupState => ({
	link,
	stopped,
	tabs: [],
	wide: [],
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
