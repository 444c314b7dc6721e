import { afterAll, beforeAll, expect, test } from "bun:test";
import { DrivenBrowser, refOf } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import { outcomeOf } from "../support/outcome.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

let site: Site;
let browser: DrivenBrowser;
let tab: Page;
let tabId: number;
let ref: string;

const click = (more: object = {}) => browser.owner.ask("browser_click", { tabId, ref, ...more });
const times = (): Promise<readonly number[]> => tab.evaluate("times");

beforeAll(async () => {
	site = new Site({
		"/": `<title>Two hands</title><input id=own><button onclick="times.push(performance.now())">Go</button>
			<script>times = []; own.onkeydown = () => typed = performance.now()</script>`,
	});
	browser = await DrivenBrowser.start({ shareAll: true });
	tab = await browser.chrome.open(site.url("/"));
	tabId = (await browser.tabAt(site.url("/"))).tabId;
	ref = refOf(await browser.snapshot(tabId), '"Go"');
	await click();
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

test("an act waits until the person has rested for a second", async () => {
	await tab.click("#own");
	await tab.press("a");
	await click();
	const last = (await times()).at(-1) ?? 0;
	expect(last - (await tab.evaluate<number>("typed"))).toBeGreaterThan(900);
});

test("an act that cannot wait that long is not done, and says why", async () => {
	const before = (await times()).length;
	await tab.press("a");
	expect(await outcomeOf(click({ timeoutMs: 1_800 }))).toStartWith("USER_ACTIVE");
	expect((await times()).length).toBe(before);
});

test("acts that follow each other do not take themselves for a person", async () => {
	await click();
	await click({ timeoutMs: 1_800 });
});

test("the banner's Cancel ends acting in that tab, and reading not, until the person resumes", async () => {
	const worker = await browser.chrome.serviceWorker();
	const slow = outcomeOf(
		browser.owner.ask("browser_evaluate", { tabId, expression: "new Promise((done) => setTimeout(done, 20000))" }),
	);
	await eventually(() =>
		worker.evaluate(
			`chrome.debugger.getTargets().then((all) => all.some((one) => one.tabId === ${tabId} && one.attached))`,
		),
	);
	await worker.evaluate(`chrome.debugger.onDetach.dispatch({ tabId: ${tabId} }, "canceled_by_user")`);
	expect(await slow).toStartWith("STOPPED_BY_USER");
	expect(await outcomeOf(click())).toStartWith("STOPPED_BY_USER");
	expect(await browser.snapshot(tabId)).toContain('button "Go"');
	const popup = await browser.openPopup();
	await popup.click(`#resume-${tabId}`);
	await popup.until(`document.querySelector("#resume-${tabId}") === null`);
	await popup.close();
	const before = (await times()).length;
	expect(await click()).toMatchObject({ via: "debugger" });
	expect((await times()).length).toBe(before + 1);
	await worker.detach();
});
