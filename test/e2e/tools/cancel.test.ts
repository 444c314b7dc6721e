import { afterAll, beforeAll, expect, test } from "bun:test";
import { DrivenBrowser, refOf } from "../../support/driven-browser.ts";
import { eventually } from "../../support/eventually.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Site } from "../../support/site.ts";

let site: Site;
let browser: DrivenBrowser;
let tab: Page;
let tabId: number;

beforeAll(async () => {
	site = new Site({ "/": "<title>Cancel</title><label>Text <textarea></textarea></label>" });
	browser = await DrivenBrowser.start({ shareAll: true });
	tab = await browser.chrome.open(site.url("/"));
	tabId = (await browser.tabAt(site.url("/"))).tabId;
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

test("cancelling stops typing in the page, and what was typed stays", async () => {
	const ref = refOf(await browser.snapshot(tabId), '"Text"');
	const cancel = new AbortController();
	const text = "x".repeat(400);
	const typing = outcomeOf(browser.owner.ask("browser_type", { tabId, ref, text, slowly: true }, cancel.signal, 500));
	const length = (): Promise<number> => tab.evaluate("document.querySelector('textarea').value.length");
	await eventually(async () => (await length()) > 3);
	cancel.abort();
	expect(await typing).toMatch(/^CANCELLED.*; \d+ of 400 characters were typed/);
	// Another call waits for its turn in nothing of the cancelled one.
	await browser.owner.ask("browser_evaluate", { tabId, expression: "new Promise((done) => setTimeout(done, 200))" });
	const after = await length();
	await browser.owner.ask("browser_evaluate", { tabId, expression: "new Promise((done) => setTimeout(done, 200))" });
	expect(await length()).toBe(after);
	expect(after).toBeLessThan(400);
});

test("cancelling ends a wait at once", async () => {
	const cancel = new AbortController();
	const waiting = outcomeOf(browser.owner.ask("browser_wait", { tabId, text: "never there" }, cancel.signal));
	await browser.owner.ask("getTitle", { tabId });
	cancel.abort();
	const began = performance.now();
	expect(await waiting).toStartWith("CANCELLED");
	expect(performance.now() - began).toBeLessThan(200);
});
