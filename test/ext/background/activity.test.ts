import { describe, expect, test } from "bun:test";
import { type Activity, afterActivity, idle, unfinished } from "../../../ext/background/debugger/activity.ts";

const after = (events: readonly (readonly [string, object, string?])[]): Activity =>
	events.reduce(
		(state, [method, params, session = ""]) => afterActivity(state, { session, method, params }, "TOP"),
		idle,
	);

const asked = (url: string, frameId = "TOP", disposition = "currentTab") =>
	["Page.frameRequestedNavigation", { frameId, url, disposition }] as const;
const sent = (requestId: string, type: string, frameId = "TOP", loaderId = "L", session = "") =>
	["Network.requestWillBeSent", { requestId, loaderId, frameId, type }, session] as const;
const finished = (requestId: string, session = "") => ["Network.loadingFinished", { requestId }, session] as const;

describe("a navigation that the page asks for", () => {
	test.each([
		["of the top document is expected", asked("https://a.example/"), "https://a.example/"],
		["of a frame is none of the tab", asked("https://a.example/", "CHILD"), undefined],
		["that runs code leads nowhere", asked("javascript:go()"), undefined],
		["that starts another program leads nowhere", asked("mailto:a@example.com"), undefined],
		["that saves a file leads nowhere", asked("https://a.example/", "TOP", "download"), undefined],
	] as const)("%s", (_, event, url) => {
		expect(after([event]).leavingFor).toBe(url);
	});

	test("into another tab counts as a window", () => {
		expect(after([asked("https://a.example/", "TOP", "newTab"), ["Page.windowOpen", { url: "x" }]]).windows).toBe(2);
	});
});

describe("requests", () => {
	const open = (events: Parameters<typeof after>[0]): readonly string[] => [...after(events).requests.keys()];

	test("are waited for where a page draws from them", () => {
		expect(open([sent("1", "XHR"), sent("2", "Fetch"), sent("3", "Image"), sent("4", "Ping")])).toEqual([" 1", " 2"]);
	});

	test("of a document that another one follows are nobody's any more", () => {
		const next = ["Page.frameNavigated", { frame: { id: "TOP", loaderId: "N" } }] as const;
		expect(open([sent("1", "XHR"), next, sent("2", "XHR", "TOP", "N")])).toEqual([" 2"]);
		expect(open([sent("1", "XHR"), ["Page.frameNavigated", { frame: { id: "CHILD", loaderId: "N" } }]])).toEqual([
			" 1",
		]);
	});

	test("without an answer are told by their addresses, pictures too", () => {
		const to = (id: string, type: string, url: string) =>
			["Network.requestWillBeSent", { requestId: id, loaderId: "L", frameId: "TOP", type, request: { url } }] as const;
		const events = [
			to("1", "Image", "http://a/picture"),
			to("2", "Script", "http://a/script"),
			to("3", "Ping", "http://a/b"),
		];
		expect(unfinished(after([...events, to("4", "Font", "http://a/font"), finished("4")]))).toEqual([
			"http://a/script",
			"http://a/picture",
		]);
	});

	test("end with their answer, in their own session", () => {
		expect(open([sent("1", "XHR"), sent("1", "XHR", "F", "L", "S"), finished("1")])).toEqual(["S 1"]);
	});

	test("of a session that ends are over", () => {
		expect(open([sent("1", "XHR", "F", "L", "S"), ["Target.detachedFromTarget", { sessionId: "S" }]])).toEqual([]);
	});

	test("of a frame's next document are over when the frame has stopped loading", () => {
		const leaving = asked("https://a.example/", "CHILD");
		expect(open([leaving])).toEqual(["frame CHILD"]);
		expect(open([leaving, ["Page.frameDetached", { frameId: "CHILD", reason: "swap" }]])).toEqual(["frame CHILD"]);
		expect(open([leaving, ["Page.frameStoppedLoading", { frameId: "CHILD" }, "S"]])).toEqual([]);
	});

	test("for the tab's own next document are a navigation, for a frame's they count", () => {
		expect(open([sent("N", "Document", "TOP", "N"), sent("M", "Document", "CHILD", "M")])).toEqual([" M"]);
	});
});

test("a file chooser tells its input and whether it takes several", () => {
	const event = ["Page.fileChooserOpened", { mode: "selectMultiple", backendNodeId: 4 }, "S"] as const;
	expect(after([event]).chooser).toEqual({ session: "S", several: true, node: 4 });
});
