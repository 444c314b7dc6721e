import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { LinkResult } from "../../lib/catalog/catalog.ts";
import { eventually } from "../support/eventually.ts";
import { outcomeOf } from "../support/outcome.ts";
import { type SharedTab, Stage } from "../support/stage.ts";

let stage: Stage;

const button = (name: string, code: string): string => `<button onclick="${code}">${name}</button>`;

const home = `<title>Home</title>
<a href="/slow?ms=900">Slow link</a>
<a href="/hang">Silent link</a>
<a href="/file">Save</a>
<a href="/file?after=400" download>Save late</a>
<a href="/status/404">Lost</a>
<a href="/second" target="_blank">Second</a>
<a href="/stuck" target="_blank">Picture</a>
<a href="/second" target="_blank" rel="noopener">Apart</a>
<a href="#part">Part</a>
${button("Go later", "setTimeout(() => location.href = '/second')")}
${button("Window", "window.open('/second', '', 'width=300,height=200,noopener')")}
${button("Push", "history.pushState(0, '', '/pushed')")}
${button("Alert", "alert('now what'); out.textContent = 'alerted'")}
${button("Confirm", "out.textContent = confirm('really?')")}
${button("Prompt", "out.textContent = prompt('who?', 'nobody')")}
${button("Twice", "alert('one'); alert('two')")}
${button("Fetch", "fetch('/slow?ms=300').then((answer) => answer.text()).then(() => out.textContent = 'fetched')")}
${button("Timer", "setTimeout(() => out.textContent = 'timed', 400)")}
${button("Choose", "file.click()")}
${button("Guard", "onbeforeunload = (event) => event.preventDefault()")}
${button("Inside", "frame.location = '/slow?ms=400'")}
<input type=file id=file multiple hidden>
<iframe id=frame name=frame src="about:blank"></iframe>
<p id=out></p>`;

const goOn = button("Go on", "this.after('went on')");

interface Opened extends SharedTab {
	click(name: string, more?: object): Promise<LinkResult<"browser_click">>;
	go(path: string, more?: object): Promise<LinkResult<"browser_navigate">>;
	answer(accept: boolean, promptText?: string): Promise<LinkResult<"browser_handle_dialog">>;
}

function driven(tab: SharedTab): Opened {
	const { tabId, ref } = tab;
	const { owner } = stage.browser;
	return {
		...tab,
		click: async (name, more = {}) => owner.ask("browser_click", { tabId, ref: await ref(`"${name}"`), ...more }),
		go: (to, more = {}) => owner.ask("browser_navigate", { tabId, url: stage.site.url(to), ...more }),
		answer: (accept, promptText) =>
			owner.ask("browser_handle_dialog", { tabId, accept, ...(promptText === undefined ? {} : { promptText }) }),
	};
}

const show = async (): Promise<Opened> => driven(await stage.show());

/** For what may leave its tab with a dialog, or without a page. */
const open = async (): Promise<Opened> => driven(await stage.open());

beforeAll(async () => {
	const pages = {
		"/": home,
		"/second": "<title>Second</title><h1>Second</h1>",
		"/file": async (request: Request) => {
			await Bun.sleep(Number(new URL(request.url).searchParams.get("after")));
			return new Response("bytes", { headers: { "content-disposition": "attachment; filename=a.bin" } });
		},
		"/greets": "<title>Greets</title><script>alert('welcome')</script><h1>Greeted</h1>",
		"/onward": "<script>location.replace('/second')</script>",
		"/stuck": `<h1>Top is here</h1><img src=/hang>${goOn}`,
		"/stuck-frame": `<h1>Top is here</h1><iframe src=/hang></iframe>${goOn}`,
	};
	stage = await Stage.start(pages, false);
}, 60_000);

afterAll(() => stage[Symbol.asyncDispose]());

describe("a navigation", () => {
	test("to a slow page is waited for, and told with its status", async () => {
		const { click, snapshot } = await show();
		const { started } = await click("Slow link");
		expect(started).toEqual([
			{ kind: "navigation", url: stage.site.url("/slow?ms=900"), state: "loaded", status: 200 },
		]);
		expect(await snapshot()).toContain("here at last");
	});

	test("to a server that is silent is told as under way", async () => {
		const { click } = await open();
		const { started } = await click("Silent link", { timeoutMs: 2_500 });
		expect(started).toEqual([{ kind: "navigation", url: stage.site.url("/hang"), state: "waiting" }]);
	});

	test("that a task of the page begins is told, and so is a status that is no success", async () => {
		const tab = await show();
		expect((await tab.click("Lost")).started).toMatchObject([{ state: "loaded", status: 404 }]);
		const other = await show();
		expect((await other.click("Go later")).started).toMatchObject([
			{ url: stage.site.url("/second"), state: "loaded" },
		]);
	});

	test("that leads on is told by where it ended", async () => {
		const { go } = await show();
		expect(await go("/onward")).toMatchObject({ url: stage.site.url("/second"), loaded: true, status: 200 });
	});

	test.each(["/stuck", "/stuck-frame"])(
		"to a page that never finishes (%s) is answered once it can be used, with what it waits for",
		async (path) => {
			const { go, snapshot, click } = await open();
			const began = performance.now();
			const reached = await go(path);
			expect(performance.now() - began).toBeLessThan(6_000);
			expect(reached).toMatchObject({ url: stage.site.url(path), loaded: false });
			expect(reached.started).toMatchObject([{ state: "loading", awaited: [stage.site.url("/hang")] }]);
			expect(await snapshot()).toContain("Top is here");
			await click("Go on");
			expect(await snapshot()).toContain("went on");
		},
		30_000,
	);

	test("in the same document is a route", async () => {
		const { click } = await show();
		expect((await click("Push")).started).toEqual([{ kind: "route", url: stage.site.url("/pushed") }]);
		expect((await click("Part")).started).toEqual([{ kind: "route", url: stage.site.url("/pushed#part") }]);
	});

	test("of a frame is waited for", async () => {
		const { click, snapshot } = await show();
		await click("Inside");
		expect(await snapshot()).toContain("here at last");
	});
});

describe("a new tab", () => {
	test.each(["Second", "Apart", "Window"])("of %s is told, and shared as its opener", async (name) => {
		const { click } = await show();
		const { started = [] } = await click(name);
		const [tab] = started;
		const { tabs } = await stage.browser.owner.ask("list_tabs", {});
		const shared = tabs.find(({ slot }) => tab?.kind === "tab" && slot === tab.slot);
		expect(shared).toMatchObject({ title: "Second", power: "act" });
		expect(tab).toMatchObject({ kind: "tab", url: stage.site.url("/second") });
	});
});

test("a new tab whose picture never comes is told once its page can be used", async () => {
	const { click } = await show();
	const began = performance.now();
	const { started = [] } = await click("Picture");
	expect(performance.now() - began).toBeLessThan(4_000);
	expect(started).toMatchObject([{ kind: "tab", url: stage.site.url("/stuck") }]);
});

describe("a download", () => {
	const whole = {
		kind: "download",
		name: expect.stringContaining("a"),
		state: "complete",
		bytes: 5,
		path: expect.any(String),
	};

	test("of a click is told with its name, size and place", async () => {
		const { click } = await show();
		expect((await click("Save")).started).toMatchObject([whole]);
	});

	test("of a link that downloads is waited for, though Chrome tells of it late", async () => {
		const { click } = await show();
		expect((await click("Save late")).started).toMatchObject([whole]);
	});

	test("of a navigation is no page, and the tab stays where it was", async () => {
		const { go } = await show();
		const told = await go("/file");
		expect(told.started).toMatchObject([whole]);
		expect(new URL(told.url).pathname).toBe("/");
	});

	test("is not to be had from an empty answer", async () => {
		const { go } = await show();
		expect(await outcomeOf(go("/empty"))).toContain("sent no content");
	});
});

describe("a dialog", () => {
	test("ends the click that opened it, and nothing else is done until it is answered", async () => {
		const { click, answer, snapshot, tabId } = await open();
		const { started } = await click("Alert");
		expect(started).toEqual([{ kind: "dialog", type: "alert", message: "now what" }]);
		expect(await outcomeOf(snapshot())).toStartWith("DIALOG_OPEN");
		expect(await outcomeOf(stage.browser.owner.ask("browser_evaluate", { tabId, expression: "1" }))).toStartWith(
			"DIALOG_OPEN",
		);
		expect((await stage.browser.owner.ask("list_tabs", {})).tabs.length).toBeGreaterThan(0);
		await answer(true);
		expect(await snapshot()).toContain("alerted");
		expect(await outcomeOf(answer(true))).toStartWith("NOT_FOUND");
	});

	test("is answered as asked", async () => {
		const { click, answer, snapshot } = await open();
		await click("Confirm");
		await answer(false);
		expect(await snapshot()).toContain("false");
		expect((await click("Prompt")).started).toMatchObject([{ type: "prompt", defaultPrompt: "nobody" }]);
		await answer(true, "monk");
		expect(await snapshot()).toContain("monk");
	});

	test("that follows another is told by the answer to that", async () => {
		const { click, answer } = await open();
		await click("Twice");
		expect((await answer(true)).started).toMatchObject([{ kind: "dialog", message: "two" }]);
		expect((await answer(true)).started).toBeUndefined();
	});

	test("of a page that loads ends the navigation with its words", async () => {
		const { go, answer, snapshot } = await open();
		const { started = [] } = await go("/greets");
		expect(started.at(-1)).toEqual({ kind: "dialog", type: "alert", message: "welcome" });
		await answer(true);
		expect(await snapshot()).toContain("Greeted");
	});

	test("before a page is left stands in the way of a navigation, and is answered either way", async () => {
		const { click, go, answer, page } = await open();
		await click("Guard");
		expect((await go("/second")).started?.at(-1)).toMatchObject({ kind: "dialog", type: "beforeunload" });
		await answer(false);
		expect(await page.evaluate<string>("document.title")).toBe("Home");
		await go("/second");
		const { started = [] } = await answer(true);
		expect(started.at(-1)).toMatchObject({ kind: "navigation", url: stage.site.url("/second"), state: "loaded" });
	});
});

describe("what the page draws afterwards", () => {
	test("from an answer of its server is waited for", async () => {
		const { click, snapshot } = await show();
		await click("Fetch");
		expect(await snapshot()).toContain("fetched");
	});

	test("by a bare timer is there when that much time was given", async () => {
		const { click, snapshot } = await show();
		await click("Timer", { settleMs: 700 });
		expect(await snapshot()).toContain("timed");
	});
});

test("a file chooser is told, and shown to nobody", async () => {
	const { click } = await open();
	expect((await click("Choose")).started).toEqual([{ kind: "file chooser", several: true }]);
});

test("a tab that its own debugger left on a dialog keeps it until it is answered", async () => {
	const { click, answer, tabId } = await open();
	await click("Alert");
	await eventually(async () => (await outcomeOf(stage.browser.owner.ask("getTitle", { tabId }))) === "no error");
	expect((await answer(true)).started).toBeUndefined();
});
