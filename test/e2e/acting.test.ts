import { afterAll, beforeAll, expect, test } from "bun:test";
import type { MonkError } from "../../lib/errors/error.ts";
import { DrivenBrowser, refOf } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

let site: Site;
let browser: DrivenBrowser;
/** Makes each tab's address its own. */
let opened = 0;

/** The page tells the server what it saw: no debugger of the test's is attached where the answer counts. */
const report = (what: string): string =>
	`fetch("/report", {method: "POST", body: JSON.stringify({what: ${JSON.stringify(what)}, isTrusted: event.isTrusted, hidden: document.hidden})})`;

const button = (name: string, attributes = ""): string =>
	`<button ${attributes} onclick='${report(name)}'>${name}</button>`;

const tall = "<div style='height: 2000px'>far</div>";

const routes = (port: () => string) => ({
	"/outer": (): Response =>
		page(`<title>outer</title><h1>Outer</h1>${tall}
			<div style="transform: scale(.6) rotate(7deg); width: 500px"><iframe width=480 height=300 src="${port()}/middle"></iframe></div>${tall}`),
	"/deep": `${tall}<div style="height: 120px; overflow: auto"><div style="height: 700px"></div>${button("Deep")}<div style="height: 700px"></div></div>${tall}`,
	"/covered": `<title>covered</title>${button("Under")}<div class="modal-backdrop" style="position: fixed; inset: 0; background: #0008"></div>`,
	"/veiled": (): Response =>
		page(
			`<title>veiled</title><iframe src="${port()}/inside"></iframe><div id="veil" style="position: fixed; inset: 0"></div>`,
		),
	"/veiled-same": `<title>veiled</title><iframe src="/inside"></iframe><div id="veil" style="position: fixed; inset: 0"></div>`,
	"/inside": `<title>inside</title>${button("Inside")}`,
	"/late": `<title>late</title>${button("Late", "disabled")}<script>setTimeout(() => document.querySelector("button").disabled = false, 600)</script>`,
	"/never": `<title>never</title>${button("Never", "disabled")}`,
	"/strict": (): Response =>
		page("<title>strict</title><main data-secret=42></main>", {
			"content-security-policy":
				"default-src 'none'; script-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
		}),
	"/links": `<title>links</title><a href="/arrived">Onward</a><button onclick="history.pushState(0, '', '/pushed')">Push</button>
		<a href="/arrived" target="_blank">Elsewhere</a>`,
	"/arrived": "<title>arrived</title><h1>Arrived</h1>",
	"/rerender": `<title>rerender</title><main>${button("Old")}</main>`,
	"/framed": `<title>framed</title><iframe src="/inner"></iframe>`,
	"/inner": "<title>inner</title><p id=p>inside</p>",
	"/events": `<title>events</title><button>Many</button><script>
		const seen = []; const button = document.querySelector("button");
		for (const type of ["mousemove", "mousedown", "mouseup", "click", "dblclick", "auxclick", "contextmenu"])
			button.addEventListener(type, (event) => { event.preventDefault(); seen.push(type + event.button + (event.shiftKey ? "S" : "")); });
	</script>`,
});

const page = (body: string, headers: Record<string, string> = {}): Response =>
	new Response(body, { headers: { "content-type": "text/html", ...headers } });

interface Opened {
	readonly page: Page;
	readonly tabId: number;
	readonly ref: (words: string) => Promise<string>;
}

/** A tab that was never in front. */
async function open(path: string): Promise<Opened> {
	const url = site.url(`${path}?${++opened}`);
	const shown = await browser.chrome.open(url, { background: true });
	const { tabId } = await browser.tabAt(url);
	return { page: shown, tabId, ref: async (words) => refOf(await browser.snapshot(tabId), words) };
}

const failure = (work: Promise<unknown>): Promise<MonkError> =>
	work.then(
		() => {
			throw new Error("it should have failed");
		},
		(thrown: MonkError) => thrown,
	);

const click = (tabId: number, ref: string, more: object = {}) =>
	browser.owner.ask("browser_click", { tabId, ref, ...more });

const evaluate = async (tabId: number, expression: string, ref?: string): Promise<string> =>
	(await browser.owner.ask("browser_evaluate", { tabId, expression, ...(ref === undefined ? {} : { ref }) })).value;

beforeAll(async () => {
	site = new Site({
		...routes(() => site.url("", "other")),
		"/middle": () =>
			page(
				`<title>middle</title>${tall}<iframe width=400 height=200 src="${site.url("/deep", "third")}"></iframe>${tall}`,
			),
	});
	browser = await DrivenBrowser.start({ shareAll: true });
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

test("a button in a frame of another site in a frame of a third, scaled, turned and scrolled away, in a tab never in front, is clicked with trust", async () => {
	const { page: outer, tabId } = await open("/outer");
	await outer.detach();
	const ref = await eventually(async () => refOf(await browser.snapshot(tabId), 'button "Deep"'));
	expect(ref).toMatch(/^f\d+e\d+$/);
	expect(await click(tabId, ref)).toEqual({ tabId, via: "debugger" });
	const seen = await eventually(() => site.reports.find((one) => (one as { what: string }).what === "Deep"));
	expect(seen).toMatchObject({ what: "Deep", isTrusted: true });
	const { tabs } = await browser.owner.ask("list_tabs", {});
	expect(tabs.find((tab) => tab.tabId === tabId)?.active).toBe(false);
	expect(site.reports.length).toBe(1);
});

test("a covered button is not clicked, and the error names what covers it", async () => {
	const { tabId, ref } = await open("/covered");
	const error = await failure(click(tabId, await ref("Under"), { timeoutMs: 1_500 }));
	expect([error.code, error.message]).toEqual([
		"NOT_ACTIONABLE",
		expect.stringContaining("covered by div.modal-backdrop"),
	]);
	expect(site.reports).not.toContainEqual(expect.objectContaining({ what: "Under" }));
});

test.each(["/veiled", "/veiled-same"])("a veil over the frame of a button is in the way (%s)", async (path) => {
	const { tabId, ref, page: outer } = await open(path);
	const inside = await eventually(() => ref("Inside"));
	const error = await failure(click(tabId, inside, { timeoutMs: 1_500 }));
	expect([error.code, error.message]).toEqual(["NOT_ACTIONABLE", expect.stringContaining("covered by div#veil")]);
	await outer.evaluate("document.querySelector('#veil').style.pointerEvents = 'none'");
	await click(tabId, inside);
	await outer.evaluate("document.querySelector('iframe').style.pointerEvents = 'none'");
	const passed = await failure(click(tabId, inside, { timeoutMs: 1_000 }));
	expect([passed.code, passed.message]).toEqual(["NOT_ACTIONABLE", expect.stringContaining("pointer-events: none")]);
	await eventually(() => site.reports.some((one) => (one as { what: string }).what === "Inside"));
	site.reports.length = 0;
});

test("where Chrome refuses the debugger, a plain click is made in the page and says so", async () => {
	const { tabId, ref } = await open("/events");
	const worker = await browser.chrome.serviceWorker();
	await worker.evaluate(
		"kept = chrome.debugger.attach, chrome.debugger.attach = () => Promise.reject(new Error('policy'))",
	);
	const many = await ref("Many");
	expect(await click(tabId, many)).toEqual({ tabId, via: "dom" });
	expect((await failure(click(tabId, many, { button: "right" }))).code).toBe("PAGE_NOT_AUTOMATABLE");
	await worker.evaluate("chrome.debugger.attach = kept");
	expect(await click(tabId, many)).toEqual({ tabId, via: "debugger" });
	await worker.detach();
});

test("a click waits until the button is enabled", async () => {
	const { tabId, ref } = await open("/late");
	await click(tabId, await ref("Late"));
	await eventually(() => site.reports.some((one) => (one as { what: string }).what === "Late"));
});

test("a button that stays disabled is named with the check that it fails", async () => {
	const { tabId, ref } = await open("/never");
	const error = await failure(click(tabId, await ref("Never"), { timeoutMs: 1_500 }));
	expect([error.code, error.message]).toEqual([
		"NOT_ACTIONABLE",
		expect.stringContaining('(button "Never") is disabled'),
	]);
});

test("button, count and modifiers reach the page as a person's would", async () => {
	const { tabId, ref, page: shown } = await open("/events");
	const many = await ref("Many");
	const take = (): Promise<string> =>
		shown.evaluate("seen.splice(0).filter((one) => !one.startsWith('mousemove')).join(' ')");
	await click(tabId, many, { count: 2 });
	expect(await take()).toBe("mousedown0 mouseup0 click0 mousedown0 mouseup0 click0 dblclick0");
	await click(tabId, many, { button: "right" });
	expect(await take()).toBe("mousedown2 contextmenu2 mouseup2 auxclick2");
	await click(tabId, many, { modifiers: ["Shift"] });
	expect(await take()).toBe("mousedown0S mouseup0S click0S");
});

test("a click tells the address to which it led", async () => {
	const { tabId, ref } = await open("/links");
	const onward = await ref("Onward");
	expect(await click(tabId, await ref("Push"))).toMatchObject({ started: [{ url: site.url("/pushed") }] });
	expect(await click(tabId, onward)).toMatchObject({ started: [{ url: site.url("/arrived") }] });
	expect(await browser.snapshot(tabId)).toContain('heading "Arrived"');
});

test("refs of the page before lead nowhere", async () => {
	const { tabId, ref } = await open("/links");
	const old = await ref("Push");
	await browser.owner.ask("browser_navigate", { tabId, url: site.url("/rerender") });
	expect(await failure(click(tabId, old))).toMatchObject({ code: "STALE_REF" });
	const fresh = await ref("Old");
	expect(fresh).not.toBe(old);
});

test("a ref dies with its element, and the error says that the page was rendered anew", async () => {
	const { tabId, ref, page: shown } = await open("/rerender");
	const old = await ref("Old");
	await shown.evaluate("document.querySelector('main').innerHTML = document.querySelector('main').innerHTML");
	expect(await failure(click(tabId, old))).toMatchObject({
		code: "STALE_REF",
		message: expect.stringContaining("re-rendered"),
	});
});

test("what is no ref is refused before anything is done", async () => {
	const { tabId } = await open("/rerender");
	expect((await failure(click(tabId, "#go"))).code).toBe("INVALID_ARGUMENT");
	expect((await failure(click(tabId, "f99e1"))).code).toBe("STALE_REF");
});

test("evaluation works under a policy that forbids all scripts", async () => {
	const { tabId } = await open("/strict");
	expect(await evaluate(tabId, "document.querySelector('main').dataset.secret")).toBe('"42"');
});

test("an expression, an object, a function, a promise and statements are all taken as meant", async () => {
	const { tabId } = await open("/inner");
	expect(await evaluate(tabId, "1 + 1")).toBe("2");
	expect(await evaluate(tabId, "{a: new Date(0)}")).toBe('{"a":"1970-01-01T00:00:00.000Z"}');
	expect(await evaluate(tabId, "() => document.title")).toBe('"inner"');
	expect(await evaluate(tabId, "async function () { return [1] }")).toBe("[1]");
	expect(await evaluate(tabId, "await Promise.resolve(7)")).toBe("7");
	expect(await evaluate(tabId, "const n = 3; n * n")).toBe("9");
	expect(await evaluate(tabId, "const n = 4; n * n")).toBe("16");
	expect(await evaluate(tabId, "undefined")).toBe("undefined");
	expect(await evaluate(tabId, "null")).toBe("null");
	expect(await evaluate(tabId, "NaN")).toBe('"[NaN]"');
});

test("what the page throws is told in its words, and a loop without end is ended", async () => {
	const { tabId } = await open("/inner");
	expect(await failure(evaluate(tabId, "missing.thing"))).toMatchObject({
		code: "EVAL_ERROR",
		message: "ReferenceError: missing is not defined",
	});
	expect((await failure(evaluate(tabId, "Promise.reject(new Error('no'))"))).message).toBe("Error: no");
	expect((await failure(evaluate(tabId, "JSON.parse('{')"))).code).toBe("EVAL_ERROR");
	const endless = browser.owner.ask("browser_evaluate", { tabId, expression: "for (;;);", timeoutMs: 500 });
	expect((await failure(endless)).code).toMatch(/^(TIMEOUT|EVAL_ERROR)$/);
	expect(await evaluate(tabId, "1")).toBe("1");
});

test("a function gets the element of a ref, in the frame where it lives", async () => {
	const { tabId, ref } = await open("/framed");
	const inside = await eventually(async () => ref("inside"));
	expect(await evaluate(tabId, "(element) => [element.id, document.title]", inside)).toBe('["p","inner"]');
});

test("a navigation tells where it ended and how the server answered, and its failures in Chrome's word", async () => {
	const { tabId } = await open("/inner");
	const go = (url: string, timeoutMs = 20_000) => browser.owner.ask("browser_navigate", { tabId, url, timeoutMs });
	const bare = site.url("/arrived").replace("http://", "");
	expect(await go(bare)).toMatchObject({ tabId, url: site.url("/arrived"), status: 200, loaded: true });
	expect(await go(site.url("/status/404"))).toMatchObject({ status: 404, loaded: true });
	expect(await go(`${site.url("/arrived")}#part`)).toMatchObject({ url: `${site.url("/arrived")}#part` });
	expect(await failure(go("http://127.0.0.1:9/"))).toMatchObject({ code: "NAVIGATION_FAILED" });
});

test("a tab that closes during a call ends it at once", async () => {
	const { tabId, page: shown } = await open("/inner");
	const endless = failure(
		browser.owner.ask("browser_evaluate", { tabId, expression: "window.began = 1, new Promise(() => {})" }),
	);
	await shown.until("window.began");
	await shown.close();
	expect((await endless).code).toBe("TAB_CLOSED");
});

test("a cancelled click that waits does not happen later", async () => {
	const { tabId, ref, page: shown } = await open("/never");
	const cancel = new AbortController();
	const waiting = failure(browser.owner.ask("browser_click", { tabId, ref: await ref("Never") }, cancel.signal));
	cancel.abort();
	expect((await waiting).code).toBe("CANCELLED");
	await shown.evaluate("document.querySelector('button').disabled = false");
	expect(await evaluate(tabId, "1")).toBe("1");
	expect(site.reports).not.toContainEqual(expect.objectContaining({ what: "Never" }));
});
