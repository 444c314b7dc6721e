import { afterAll, beforeAll, expect, test } from "bun:test";
import type { MonkError } from "../../lib/errors/error.ts";
import { DrivenBrowser, refOf, tabIdIn } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import { outcomeOf } from "../support/outcome.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

let site: Site;
let browser: DrivenBrowser;
let popup: Page;
let firstPage: Page;
let first: number;

const page = (title: string): string => `<title>${title}</title><h1>${title}</h1><button>Go</button>`;

const codeOf = (work: Promise<unknown>): Promise<string> =>
	work.then(
		() => "no error",
		(thrown: MonkError) => thrown.code,
	);

const snapshotOf = (tabId: number): Promise<unknown> => browser.owner.ask("browser_snapshot", { tabId });
const idOf = (url: string): Promise<number> => eventually(() => tabIdIn(popup, url));

beforeAll(async () => {
	site = new Site({
		"/one": page("One"),
		"/two": page("Two"),
		"/three": page("Three"),
		"/field": "<title>field</title><label>Text <textarea></textarea></label>",
		"/opener": `<title>opener</title><a href="/opened" target="_blank">Open</a>`,
		"/opened": page("Opened"),
		"/clobber": `<title>clobber</title><a id="monk" href="#">Named</a><iframe name="monk"></iframe>`,
	});
	browser = await DrivenBrowser.start();
	firstPage = await browser.chrome.open(site.url("/one"));
	popup = await browser.openPopup();
	first = await idOf(site.url("/one"));
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

test("a tab that nobody shared is neither listed nor read", async () => {
	expect((await browser.owner.ask("list_tabs", {})).tabs).toEqual([]);
	expect(await codeOf(snapshotOf(first))).toBe("NOT_SHARED");
	expect(await codeOf(browser.owner.ask("browser_navigate", { tabId: first, url: site.url("/two") }))).toBe(
		"NOT_SHARED",
	);
	expect(await codeOf(snapshotOf(999_999))).toBe("TAB_NOT_FOUND");
});

test("a click that a script makes in the popup shares nothing", async () => {
	await popup.until(`document.querySelector("#act-${first}") !== null`);
	await popup.evaluate(`document.querySelector("#act-${first}").click()`);
	await popup.evaluate(`chrome.runtime.sendMessage({to: "background", id: "x", name: "state", body: {}})`);
	expect((await browser.owner.ask("list_tabs", {})).tabs).toEqual([]);
});

test("a real click shares the tab for looking, and looking is all that is allowed", async () => {
	await popup.click(`#look-${first}`);
	const tab = await browser.tabAt(site.url("/one"));
	expect(tab).toMatchObject({ tabId: first, slot: 1, title: "One", power: "look" });
	expect(await snapshotOf(first)).toMatchObject({ title: "One", snapshot: expect.stringContaining('heading "One"') });
	const click = browser.owner.ask("browser_click", { tabId: first, ref: "e1" });
	expect(await codeOf(click)).toBe("LOOK_ONLY");
	expect(await codeOf(browser.owner.ask("browser_evaluate", { tabId: first, expression: "1" }))).toBe("LOOK_ONLY");
});

test("a change of power is told to the owner", async () => {
	await popup.click(`#act-${first}`);
	await eventually(() => browser.owner.news.at(-1)?.some(({ tabId, power }) => tabId === first && power === "act"));
	const { value } = await browser.owner.ask("browser_evaluate", { tabId: first, expression: "document.title" });
	expect(value).toBe('"One"');
});

test("a slot is never used twice", async () => {
	const two = await browser.chrome.open(site.url("/two"), { background: true });
	const second = await idOf(site.url("/two"));
	await popup.click(`#act-${second}`);
	expect((await browser.tabAt(site.url("/two"))).slot).toBe(2);
	await two.close();
	await eventually(async () => (await browser.owner.ask("list_tabs", {})).tabs.length === 1);
	await browser.chrome.open(site.url("/three"), { background: true });
	await popup.click(`#act-${await idOf(site.url("/three"))}`);
	expect((await browser.tabAt(site.url("/three"))).slot).toBe(3);
});

test("pages of the browser and of extensions can be neither shared nor driven", async () => {
	await browser.chrome.open("chrome://version/", { background: true });
	const chromePage = await idOf("chrome://version/");
	const popupPage = await idOf(await popup.evaluate("location.href"));
	await popup.until(`document.body.innerText.includes("a page of the browser itself")`);
	expect(await popup.evaluate(`document.querySelector("#act-${chromePage}")`)).toBe(null);
	for (const tabId of [chromePage, popupPage]) {
		expect(await codeOf(snapshotOf(tabId))).toBe("PAGE_NOT_AUTOMATABLE");
		expect(await codeOf(browser.owner.ask("browser_navigate", { tabId, url: site.url("/two") }))).toBe(
			"PAGE_NOT_AUTOMATABLE",
		);
	}
});

test("addresses that run code or leave the web are not opened", async () => {
	for (const url of [
		"javascript:alert(1)",
		"file:///etc/passwd",
		"chrome://settings",
		"chrome-extension://abc/x.html",
	]) {
		expect(await codeOf(browser.owner.ask("browser_navigate", { tabId: first, url }))).toBe("INVALID_ARGUMENT");
	}
});

test("a share follows its tab to another site", async () => {
	const url = site.url("/two", "other");
	expect(await browser.owner.ask("browser_navigate", { tabId: first, url })).toMatchObject({ url, status: 200 });
	expect(await snapshotOf(first)).toMatchObject({ url });
});

test("a tab that an action opens is shared as its opener is; one that the person opens is not", async () => {
	const { tabId, page: opener } = await browser.openShared(site.url("/opener"));
	await opener.send("Page.bringToFront");
	await opener.click("a");
	await idOf(site.url("/opened"));
	expect((await browser.owner.ask("list_tabs", {})).tabs.map(({ url }) => url)).not.toContain(site.url("/opened"));
	const { snapshot } = await browser.owner.ask("browser_snapshot", { tabId });
	await browser.owner.ask("browser_click", { tabId, ref: refOf(snapshot, "Open") });
	expect(await browser.tabAt(site.url("/opened"))).toMatchObject({ power: "act" });
	await popup.send("Page.bringToFront");
});

test("a tab that the person opens while an act runs is not shared, and one that the act opens is", async () => {
	const { tabId, page: opener } = await browser.openShared(site.url("/opener?busy"));
	await opener.send("Page.bringToFront");
	const evaluate = (expression: string) => outcomeOf(browser.owner.ask("browser_evaluate", { tabId, expression }));
	const listed = async () => (await browser.owner.ask("list_tabs", {})).tabs.map(({ url }) => url);
	const pending = evaluate("window.began = true, new Promise((done) => { window.finish = done })");
	await opener.until("window.began");
	await opener.evaluate("void (document.querySelector('a').href = '/opened?person')");
	await opener.click("a");
	await idOf(site.url("/opened?person"));
	await opener.evaluate("finish()");
	expect(await pending).toBe("no error");
	expect(await listed()).not.toContain(site.url("/opened?person"));
	await opener.send("Page.bringToFront");
	expect(await evaluate("void window.open('/opened?act'), new Promise((done) => setTimeout(done, 500))")).toBe(
		"no error",
	);
	await browser.tabAt(site.url("/opened?act"));
	expect(await listed()).not.toContain(site.url("/opened?person"));
	await popup.send("Page.bringToFront");
});

test("a page that names its elements as the content script is named is read all the same", async () => {
	const { tabId } = await browser.openShared(site.url("/clobber"));
	expect(await browser.snapshot(tabId)).toContain('link "Named"');
	await popup.send("Page.bringToFront");
});

test("stopping everything ends a call in flight and refuses all others, until the person resumes", async () => {
	const endless = codeOf(
		browser.owner.ask("browser_evaluate", { tabId: first, expression: "window.began = true, new Promise(() => {})" }),
	);
	await firstPage.until("window.began");
	await popup.click("#stop");
	expect(await endless).toBe("STOPPED_BY_USER");
	await popup.until(`document.querySelector("#stop").textContent === "Resume"`);
	expect(await codeOf(snapshotOf(first))).toBe("STOPPED_BY_USER");
	expect(await codeOf(browser.owner.ask("list_tabs", {}))).toBe("STOPPED_BY_USER");
	await popup.click("#stop");
	await popup.until(`document.querySelector("#stop").textContent === "Stop everything"`);
	expect(await codeOf(snapshotOf(first))).toBe("no error");
});

/** Takes the share of the first tab back while a call runs there, and gives it again; the outcome of the call. */
async function unsharedDuring(work: Promise<unknown>, hasBegun: () => Promise<unknown>): Promise<string> {
	const outcome = outcomeOf(work);
	await eventually(hasBegun);
	await popup.click(`#act-${first}`);
	const ended = await outcome;
	await popup.until(`document.querySelector("#act-${first}").ariaPressed === "false"`);
	return ended;
}

async function shareAgain(): Promise<void> {
	await popup.click(`#act-${first}`);
	await popup.until(`document.querySelector("#act-${first}").ariaPressed === "true"`);
}

test("a share that ends ends what runs by it, and the page hears no more of it", async () => {
	await browser.owner.ask("browser_navigate", { tabId: first, url: site.url("/field") });
	const ref = refOf(await browser.snapshot(first), '"Text"');
	const length = (): Promise<number> => firstPage.evaluate("document.querySelector('textarea').value.length");
	const typing = browser.owner.ask("browser_type", { tabId: first, ref, text: "x".repeat(400), slowly: true });
	const outcome = await unsharedDuring(typing, async () => (await length()) > 3);
	expect(outcome).toStartWith("NOT_SHARED");
	expect(outcome).toContain("may have happened in part");
	const typed = await length();
	await shareAgain();
	await browser.owner.ask("browser_evaluate", {
		tabId: first,
		expression: "new Promise((done) => setTimeout(done, 200))",
	});
	expect([await length(), typed < 400]).toEqual([typed, true]);
});

test("a wait by an expression asks nothing more once the share has ended", async () => {
	await firstPage.evaluate("window.asked = 0");
	const waiting = browser.owner.ask("browser_wait", { tabId: first, expression: "window.asked++ < 0" });
	expect(await unsharedDuring(waiting, () => firstPage.evaluate("asked > 1"))).toStartWith("NOT_SHARED");
	const asked = await firstPage.evaluate("asked");
	await shareAgain();
	await browser.owner.ask("browser_evaluate", {
		tabId: first,
		expression: "new Promise((done) => setTimeout(done, 300))",
	});
	expect(await firstPage.evaluate("asked")).toBe(asked);
});

test("a share that shrinks to looking ends an act and lets a look go on", async () => {
	const looking = outcomeOf(browser.owner.ask("browser_wait", { tabId: first, text: "comes late" }));
	const acting = outcomeOf(
		browser.owner.ask("browser_evaluate", { tabId: first, expression: "window.began = true, new Promise(() => {})" }),
	);
	await firstPage.until("window.began");
	await popup.click(`#look-${first}`);
	expect(await acting).toStartWith("LOOK_ONLY");
	await firstPage.evaluate("document.body.append('comes late')");
	expect(await looking).toBe("no error");
	await shareAgain();
});

test("pressing the pressed button ends the share", async () => {
	await popup.click(`#act-${first}`);
	await popup.until(`document.querySelector("#act-${first}").ariaPressed === "false"`);
	expect(await codeOf(snapshotOf(first))).toBe("NOT_SHARED");
});
