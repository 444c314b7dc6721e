import { afterAll, beforeAll, expect, test } from "bun:test";
import type { MonkError } from "../../lib/errors/error.ts";
import { DrivenBrowser, refOf } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

/** Until then the page's own answer to a click on Pay does not return. */
const letGo = Promise.withResolvers<void>();
let site: Site;
let browser: DrivenBrowser;
let page: Page;
let popup: Page;
let tabId: number;

beforeAll(async () => {
	site = new Site({
		"/": `<title>Alive</title><button onclick='clicks = (window.clicks ?? 0) + 1'>Go</button>
			<button onclick='pay()'>Pay</button>
			<script>
				function pay() {
					paid = (window.paid ?? 0) + 1;
					const held = new XMLHttpRequest();
					held.open("GET", "/held", false);
					held.send();
				}
			</script>`,
		"/held": () => letGo.promise.then(() => new Response()),
	});
	browser = await DrivenBrowser.start({ shareAll: true });
	page = await browser.chrome.open(site.url("/"));
	tabId = (await browser.tabAt(site.url("/"))).tabId;
	popup = await browser.openPopup();
	await popup.send("ServiceWorker.enable");
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

const isRunning = async (): Promise<boolean> =>
	(await browser.chrome.targets()).some(({ type }) => type === "service_worker");

/** Ends the worker as Chrome does: without a word. */
async function killWorker(): Promise<void> {
	await eventually(isRunning);
	await popup.send("ServiceWorker.stopAllWorkers");
	await eventually(async () => !(await isRunning()));
}

const failure = (work: Promise<unknown>): Promise<MonkError> =>
	work.then(
		() => {
			throw new Error("it should have failed");
		},
		(thrown: MonkError) => thrown,
	);

test("a read after the worker died is answered by the next one, over the same socket", async () => {
	const before = await browser.owner.session();
	const { slot } = await browser.tabAt(site.url("/"));
	await killWorker();
	expect((await browser.owner.ask("list_tabs", {})).tabs).toContainEqual(expect.objectContaining({ tabId, slot }));
	await killWorker();
	expect(await browser.snapshot(tabId)).toContain('button "Go"');
	expect(await browser.owner.session()).toBe(before);
	expect(browser.owner.hellos.length).toBe(1);
});

test("refs outlive the worker", async () => {
	const ref = refOf(await browser.snapshot(tabId), "Go");
	await killWorker();
	await browser.owner.ask("browser_click", { tabId, ref });
	expect(await page.evaluate("clicks")).toBe(1);
	expect(refOf(await browser.snapshot(tabId), "Go")).toBe(ref);
});

test("an act whose worker dies has an unknown outcome and is not done twice", async () => {
	const expression = "window.begun = (window.begun ?? 0) + 1, new Promise(() => {})";
	const lost = failure(browser.owner.ask("browser_evaluate", { tabId, expression }));
	await page.until("window.begun");
	await killWorker();
	expect((await lost).code).toBe("OUTCOME_UNKNOWN");
	expect(await browser.snapshot(tabId)).toContain("Go");
	expect(await page.evaluate("begun")).toBe(1);
});

test("a click whose worker dies in the midst of it has an unknown outcome and is not done twice", async () => {
	const ref = refOf(await browser.snapshot(tabId), "Pay");
	const lost = failure(browser.owner.ask("browser_click", { tabId, ref }));
	const pressed = eventually(() => site.requests.some(({ path }) => path === "/held"));
	expect(await Promise.race([pressed, lost.then(({ message }) => message)])).toBe(true);
	await killWorker();
	expect((await lost).code).toBe("OUTCOME_UNKNOWN");
	letGo.resolve();
	expect(await browser.snapshot(tabId)).toContain("Pay");
	expect(await page.evaluate("paid")).toBe(1);
});

test("a read whose worker dies is carried out by the next one", async () => {
	// The page is busy, so that the read is under way when the worker dies.
	const busy = page.evaluate("{ const end = Date.now() + 1500; while (Date.now() < end); }");
	const reading = browser.owner.ask("browser_snapshot", { tabId });
	await killWorker();
	expect((await reading).title).toBe("Alive");
	await busy;
});

test("an act after that attaches the debugger anew", async () => {
	const { value } = await browser.owner.ask("browser_evaluate", { tabId, expression: "document.title" });
	expect(value).toBe('"Alive"');
});
