import { afterAll, beforeAll, expect, test } from "bun:test";
import { DrivenBrowser } from "../../support/driven-browser.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Site } from "../../support/site.ts";

let site: Site;
let browser: DrivenBrowser;
let page: Page;
let tabId: number;

const counted = (title: string): string =>
	`<title>${title}</title><script>sessionStorage.setItem("${title}", Number(sessionStorage.getItem("${title}")) + 1)</script>`;

beforeAll(async () => {
	site = new Site({ "/one": counted("one"), "/two": counted("two"), "/app": "<title>app</title><p>app</p>" });
	browser = await DrivenBrowser.start({ shareAll: true });
	page = await browser.chrome.open(site.url("/one"));
	tabId = (await browser.tabAt(site.url("/one"))).tabId;
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

const pathname = (): Promise<string> => page.evaluate("location.pathname + location.hash");

test("going forward without a later page is an error that says so", async () => {
	expect(await outcomeOf(browser.owner.ask("browser_go_forward", { tabId }))).toBe(
		"NAVIGATION_FAILED: the tab's history has no page to go forward to",
	);
	expect(await pathname()).toBe("/one");
});

test("back and forward go one page each and tell where they led", async () => {
	await browser.owner.ask("browser_navigate", { tabId, url: site.url("/two") });
	expect(await browser.owner.ask("browser_go_back", { tabId })).toMatchObject({
		url: site.url("/one"),
		status: 200,
		loaded: true,
	});
	expect(await pathname()).toBe("/one");
	expect(await browser.owner.ask("browser_go_forward", { tabId })).toMatchObject({ url: site.url("/two") });
	expect(await pathname()).toBe("/two");
});

test("a step within one document is a step", async () => {
	await browser.owner.ask("browser_navigate", { tabId, url: site.url("/app") });
	await page.evaluate("history.pushState({}, '', '#there')");
	expect(await browser.owner.ask("browser_go_back", { tabId })).toMatchObject({ url: site.url("/app") });
	expect(await pathname()).toBe("/app");
	expect(await browser.owner.ask("browser_go_forward", { tabId })).toMatchObject({ url: site.url("/app#there") });
	expect(await pathname()).toBe("/app#there");
});

test("a reload loads the page once more", async () => {
	await browser.owner.ask("browser_navigate", { tabId, url: site.url("/two") });
	const before = await page.evaluate<number>("Number(sessionStorage.two)");
	expect(await browser.owner.ask("browser_reload", { tabId })).toMatchObject({ url: site.url("/two"), status: 200 });
	expect(await page.evaluate<number>("Number(sessionStorage.two)")).toBe(before + 1);
});

test("none of them brings the tab to the front", async () => {
	const other = await browser.chrome.open(site.url("/app?front"));
	await browser.owner.ask("browser_reload", { tabId });
	await browser.owner.ask("browser_go_back", { tabId });
	const { tabs } = await browser.owner.ask("list_tabs", {});
	expect(tabs.filter(({ active }) => active).map(({ url }) => url)).toEqual([site.url("/app?front")]);
	await other.close();
});
