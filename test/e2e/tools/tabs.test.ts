import { afterAll, beforeAll, expect, test } from "bun:test";
import { DrivenBrowser } from "../../support/driven-browser.ts";
import { eventually } from "../../support/eventually.ts";
import { outcomeOf } from "../../support/outcome.ts";
import { Site } from "../../support/site.ts";

let site: Site;
let browser: DrivenBrowser;
let mine: number;

const page = (title: string): string => `<title>${title}</title><h1>${title}</h1>`;

const isShown = (url: string): Promise<boolean> =>
	eventually(async () => {
		const found = (await browser.chrome.targets()).find((target) => target.url === url);
		return (
			found && { shown: await (await browser.chrome.attachTo(found.targetId)).evaluate<boolean>("!document.hidden") }
		);
	}).then(({ shown }) => shown);

beforeAll(async () => {
	site = new Site({ "/one": page("One"), "/two": page("Two"), "/three": page("Three") });
	browser = await DrivenBrowser.start();
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

test("without anything shared to act in, no tab is opened", async () => {
	const before = (await browser.chrome.targets()).length;
	expect(await outcomeOf(browser.owner.ask("browser_new_tab", { url: site.url("/two") }))).toStartWith("NOT_SHARED");
	await browser.openShared(site.url("/one"), "look");
	expect(await outcomeOf(browser.owner.ask("browser_new_tab", { url: site.url("/two") }))).toStartWith("NOT_SHARED");
	expect(site.requests.some(({ path }) => path === "/two")).toBe(false);
	expect((await browser.chrome.targets()).length).toBeLessThanOrEqual(before + 2);
});

test("a tab shared for looking can neither be closed nor brought to the front", async () => {
	const { tabId } = await browser.tabAt(site.url("/one"));
	expect(await outcomeOf(browser.owner.ask("browser_switch_tab", { tabId }))).toStartWith("LOOK_ONLY");
	expect(await outcomeOf(browser.owner.ask("browser_close_tab", { tabId }))).toStartWith("LOOK_ONLY");
});

test("a new tab opens in the background, is shared like the tab that allowed it, and has a number of its own", async () => {
	mine = (await browser.openShared(site.url("/three"))).tabId;
	const opened = await browser.owner.ask("browser_new_tab", { url: site.url("/two") });
	expect(opened).toMatchObject({ url: site.url("/two"), loaded: true });
	const { tabs } = await browser.owner.ask("list_tabs", {});
	expect(tabs.find(({ tabId }) => tabId === opened.tabId)).toMatchObject({
		power: "act",
		slot: opened.slot,
		active: false,
	});
	expect(new Set(tabs.map(({ slot }) => slot)).size).toBe(tabs.length);
});

test("a blank new tab can be sent somewhere", async () => {
	const { tabId, url } = await browser.owner.ask("browser_new_tab", {});
	expect(url).toBe("about:blank");
	const there = site.url("/two?blank");
	expect(await browser.owner.ask("browser_navigate", { tabId, url: there })).toMatchObject({ url: there });
});

test("an address that does not answer is an error and not an empty success", async () => {
	const asked = browser.owner.ask("browser_new_tab", { url: "http://127.0.0.1:1/" });
	expect(await outcomeOf(asked)).toStartWith("NAVIGATION_FAILED");
});

test("switching brings the tab to the front", async () => {
	const { tabId } = await browser.tabAt(site.url("/two"));
	expect(await browser.owner.ask("browser_switch_tab", { tabId })).toEqual({ activeTabId: tabId });
	expect(await isShown(site.url("/two"))).toBe(true);
});

test("a tab that is not shared cannot be brought to the front", async () => {
	const url = site.url("/one?private");
	const page = await browser.chrome.open(url, { background: true });
	const popup = await browser.openPopup();
	const hidden = await popup.evaluate<number>(
		`chrome.tabs.query({}).then((tabs) => tabs.find((tab) => tab.url === ${JSON.stringify(url)}).id)`,
	);
	expect(await outcomeOf(browser.owner.ask("browser_switch_tab", { tabId: hidden }))).toStartWith("NOT_SHARED");
	expect(await page.evaluate<boolean>("document.hidden")).toBe(true);
	await popup.close();
});

test("closing closes that tab and no other", async () => {
	const { tabId } = await browser.tabAt(site.url("/two"));
	expect(await browser.owner.ask("browser_close_tab", { tabId })).toEqual({ tabId });
	const urls = (await browser.chrome.targets()).map(({ url }) => url);
	expect(urls).not.toContain(site.url("/two"));
	expect(urls).toContain(site.url("/three"));
	expect(await outcomeOf(browser.owner.ask("getUrl", { tabId }))).toStartWith("TAB_NOT_FOUND");
});

test("address and title are told of shared tabs only", async () => {
	expect(await browser.owner.ask("getUrl", { tabId: mine })).toEqual({ tabId: mine, url: site.url("/three") });
	expect(await browser.owner.ask("getTitle", { tabId: mine })).toEqual({ tabId: mine, title: "Three" });
});
