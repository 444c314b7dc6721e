import { afterAll, beforeAll, expect, test } from "bun:test";
import { DrivenBrowser, refOf } from "../../support/driven-browser.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Site } from "../../support/site.ts";

const html = `<title>Data</title><h1>From an address</h1><input aria-label=Name>
	<button onclick="document.title = 'pressed ' + event.isTrusted">Press</button><script>console.log("data says so")</script>`;
const address = `data:text/html,${encodeURIComponent(html)}`;

let site: Site;
let browser: DrivenBrowser;
let tab: Page;
let tabId: number;

beforeAll(async () => {
	site = new Site({ "/": "<title>Start</title>" });
	browser = await DrivenBrowser.start({ shareAll: true });
	await browser.chrome.open(site.url("/"));
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

test("a data: address is opened in a tab of its own", async () => {
	const opened = await browser.owner.ask("browser_new_tab", { url: address });
	expect(opened.loaded).toBe(true);
	({ tabId } = opened);
	tab = await browser.chrome.attach(({ url }) => url.startsWith("data:text/html"));
	expect(await tab.evaluate<string>("document.querySelector('h1').textContent")).toBe("From an address");
});

test("in a tab that is open Chrome allows none, and that is said instead of a success", async () => {
	const start = await browser.tabAt(site.url("/"));
	const end = await outcomeOf(browser.owner.ask("browser_navigate", { tabId: start.tabId, url: address }));
	expect(end).toBe("NAVIGATION_FAILED: Chrome opens no data: address in a tab that is open already");
	expect((await browser.owner.ask("getUrl", { tabId: start.tabId })).url).toBe(site.url("/"));
});

test("its page is read, clicked, typed into, waited for and pictured like any other", async () => {
	const snapshot = await browser.snapshot(tabId);
	expect(snapshot).toContain('heading "From an address"');
	await browser.owner.ask("browser_click", { tabId, ref: refOf(snapshot, '"Press"') });
	expect(await tab.evaluate<string>("document.title")).toBe("pressed true");
	await browser.owner.ask("browser_type", { tabId, ref: refOf(snapshot, '"Name"'), text: "Ada" });
	expect(await tab.evaluate<string>("document.querySelector('input').value")).toBe("Ada");
	await browser.owner.ask("browser_wait", { tabId, text: "From an address" });
	expect((await browser.owner.ask("browser_screenshot", { tabId })).width).toBeGreaterThan(100);
	const { logs } = await browser.owner.ask("browser_get_console_logs", { tabId });
	expect(logs.map(({ text }) => text)).toContain("data says so");
});

test("an element of it can be given to a function", async () => {
	const ref = refOf(await browser.snapshot(tabId), '"Name"');
	const { value } = await browser.owner.ask("browser_evaluate", { tabId, ref, expression: "(field) => field.value" });
	expect(value).toBe('"Ada"');
});

test("its refs die with its document", async () => {
	const ref = refOf(await browser.snapshot(tabId), '"Press"');
	await browser.owner.ask("browser_reload", { tabId });
	expect(await outcomeOf(browser.owner.ask("browser_click", { tabId, ref }))).toStartWith("STALE_REF");
});

test("an empty page is reached and read", async () => {
	expect(await browser.owner.ask("browser_navigate", { tabId, url: "about:blank" })).toMatchObject({
		url: "about:blank",
		loaded: true,
	});
	expect(await outcomeOf(browser.owner.ask("browser_snapshot", { tabId }))).toBe("no error");
	expect(await tab.evaluate<string>("location.href")).toBe("about:blank");
});
