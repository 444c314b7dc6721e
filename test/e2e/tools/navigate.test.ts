import { afterAll, beforeAll, expect, test } from "bun:test";
import { DrivenBrowser } from "../../support/driven-browser.ts";
import { eventually } from "../../support/eventually.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Site } from "../../support/site.ts";

let site: Site;
let browser: DrivenBrowser;
let tab: Page;
let tabId: number;
let held: "held" | "let go" | undefined;

/** Never answers, and sees whether the browser still waits for it. */
const hold = (request: Request): Promise<Response> => {
	held = "held";
	request.signal.addEventListener("abort", () => {
		held = "let go";
	});
	return new Promise(() => undefined);
};

const go = (url: string, timeoutMs = 20_000) => browser.owner.ask("browser_navigate", { tabId, url, timeoutMs });
const here = (): Promise<string> => tab.evaluate("location.pathname + location.search");

beforeAll(async () => {
	site = new Site({
		"/": "<title>Home</title><h1>Home</h1>",
		"/file": () => new Response("bytes", { headers: { "content-disposition": "attachment; filename=a.bin" } }),
		"/held": hold,
		"/stuck": "<h1>Top is here</h1><iframe src=/hang></iframe>",
	});
	browser = await DrivenBrowser.start({ shareAll: true });
	tab = await browser.chrome.open(site.url("/"));
	tabId = (await browser.tabAt(site.url("/"))).tabId;
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

test("a redirect is told by where it ended", async () => {
	expect(await go(site.url(`/redirect?to=${site.url("/?end")}`))).toMatchObject({
		url: site.url("/?end"),
		status: 200,
	});
	expect(await here()).toBe("/?end");
});

test("a slow page is waited for, and not answered with the old one", async () => {
	expect(await go(site.url("/slow?ms=1500"))).toMatchObject({ loaded: true });
	expect(await browser.snapshot(tabId)).toContain("here at last");
});

test("an address that gives a download is no page, and the tab stays where it was", async () => {
	await go(site.url("/"));
	expect((await go(site.url("/file"))).started).toMatchObject([{ kind: "download", state: "complete" }]);
	expect(await outcomeOf(go(site.url("/empty")))).toStartWith("NAVIGATION_FAILED");
	expect(await here()).toBe("/");
});

test("what runs code, or reaches the browser, an extension or the disk, is refused, and the page stays", async () => {
	await go(site.url("/"));
	for (const url of ["javascript:alert(1)", "chrome://settings", "chrome-extension://abc/x.html", "file:///etc/passwd"])
		expect(await outcomeOf(go(url))).toStartWith("INVALID_ARGUMENT");
	expect(await here()).toBe("/");
});

test("a page that asks for a name and a password is told as such", async () => {
	expect(await outcomeOf(go(site.url("/auth"), 6_000))).toContain("asks for a name and a password");
});

test("a name and a password in an address go to its server, and are in nothing that is answered", async () => {
	const { host } = new URL(site.url("/"));
	const auth = `http://user:secret@${host}/auth`;
	const reached = await go(auth);
	const { tabs } = await browser.owner.ask("list_tabs", {});
	const logged = "console.error('at ' + document.URL), location.href";
	await browser.owner.ask("browser_evaluate", { tabId, expression: logged });
	const told = [
		reached,
		tabs,
		await browser.owner.ask("browser_snapshot", { tabId }),
		await browser.owner.ask("browser_get_text", { tabId }),
		await browser.owner.ask("browser_get_console_logs", { tabId }),
		await outcomeOf(go("http://user:secret@127.0.0.1:1/auth")),
		await outcomeOf(go("http://user:secret@no host/")),
	];
	expect(reached).toMatchObject({ url: `http://${host}/auth`, status: 200 });
	expect(JSON.stringify(told)).not.toContain("secret");
	await go(site.url("/"));
});

test("a cancelled navigation stops in the page", async () => {
	await go(site.url("/"));
	const cancel = new AbortController();
	const going = outcomeOf(browser.owner.ask("browser_navigate", { tabId, url: site.url("/held") }, cancel.signal));
	await eventually(() => held === "held");
	cancel.abort();
	expect(await going).toStartWith("CANCELLED");
	await eventually(() => held === "let go");
	expect(await here()).toBe("/");
});

test("a host that is not there is told in Chrome's word", async () => {
	expect(await outcomeOf(go("http://nowhere.invalid/"))).toContain("net::ERR_");
});

test("a page with a frame that never loads is answered when time is over, and can be read", async () => {
	await go(site.url("/"));
	const reached = await go(site.url("/stuck"), 2_000);
	expect(reached).toMatchObject({ url: site.url("/stuck"), loaded: false });
	expect(await browser.snapshot(tabId)).toContain('heading "Top is here"');
});

test("a server that never answers does not hang the tool, and the tab can be led on", async () => {
	const began = performance.now();
	await outcomeOf(go(site.url("/hang"), 1_500));
	expect(performance.now() - began).toBeLessThan(8_000);
	expect(await go(site.url("/"))).toMatchObject({ url: site.url("/"), status: 200 });
});
