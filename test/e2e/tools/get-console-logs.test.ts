import { afterAll, beforeAll, expect, test } from "bun:test";
import { DrivenBrowser } from "../../support/driven-browser.ts";
import { eventually } from "../../support/eventually.ts";
import type { Page } from "../../support/page.ts";
import { Site } from "../../support/site.ts";

const page = `<title>Talkative</title><script>
	console.log("first line", 1, { a: "x" }, [1, 2]);
	console.debug("fine");
	console.warn("count %d of %s", 3, "five");
	console.error(new Error("told"));
</script>
<script>
	function boom() { throw new TypeError("uncaught one"); }
	boom();
</script>
<script>Promise.reject(new Error("rejected"))</script>
<iframe src="FRAME"></iframe>`;

let site: Site;
let browser: DrivenBrowser;
let tab: Page;
let tabId: number;

type Options = { readonly level?: "debug" | "info" | "warning" | "error"; readonly since?: string };
const logs = (options: Options = {}) => browser.owner.ask("browser_get_console_logs", { tabId, ...options });

beforeAll(async () => {
	site = new Site({
		"/inner": "<script>console.log('from another site')</script>",
		"/quiet": "<title>Quiet</title>",
		"/": () =>
			new Response(page.replace("FRAME", site.url("/inner", "other")), { headers: { "content-type": "text/html" } }),
	});
	browser = await DrivenBrowser.start({ shareAll: true });
	tab = await browser.chrome.open(site.url("/"));
	// The oracle must not be what made Chrome keep the messages.
	await tab.detach();
	await browser.chrome.open(site.url("/quiet"));
	tabId = (await browser.tabAt(site.url("/"))).tabId;
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

test("what the page logged before anyone listened is told, from its first line on", async () => {
	const { logs: told, since, dropped } = await logs({ level: "debug" });
	const texts = told.map(({ level, text }) => `${level}: ${text}`);
	expect(texts).toContain('info: first line 1 {a: "x"} [1, 2]');
	expect(texts).toContain("debug: fine");
	expect(texts).toContain("warning: count 3 of five");
	expect(texts.some((text) => text.startsWith("error: Error: told"))).toBe(true);
	expect(texts).toContain("info: from another site");
	expect(dropped).toBe(0);
	expect(told.every(({ ts }) => ts >= since)).toBe(true);
});

test("uncaught errors and rejections come with their place", async () => {
	const { logs: told } = await logs({ level: "error" });
	const uncaught = told.find(({ text }) => text.includes("uncaught one"));
	expect(uncaught?.text).toBe("Uncaught TypeError: uncaught one");
	expect(uncaught?.source).toStartWith(`${site.url("/")}:8:`);
	expect(told.some(({ text }) => text.includes("Error: rejected"))).toBe(true);
	expect(told.every(({ level }) => level === "error")).toBe(true);
});

test("a cursor brings only what came later", async () => {
	const { next } = await logs();
	expect((await logs({ since: next })).logs).toEqual([]);
	await browser.owner.ask("browser_evaluate", { tabId, expression: "console.log('later')" });
	expect((await logs({ since: next })).logs.map(({ text }) => text)).toEqual(["later"]);
});

test("a request that failed is told", async () => {
	await browser.owner.ask("browser_evaluate", { tabId, expression: "fetch('/missing').then(() => 0)" });
	await eventually(async () => (await logs({ level: "error" })).logs.some(({ text }) => text.includes("404")));
});

test("a token in a message is masked", async () => {
	const token = `ghp_${"a".repeat(36)}`;
	await browser.owner.ask("browser_evaluate", { tabId, expression: `console.log("token ${token}")` });
	const { logs: told } = await logs();
	expect(told.at(-1)?.text).toBe("token [masked]");
});

test("a page that floods keeps the latest thousand, counts the rest, and says since when it is complete", async () => {
	const { since: before } = await logs();
	const expression = "for (let i = 0; i < 3000; i++) console.log('flood ' + i)";
	await browser.owner.ask("browser_evaluate", { tabId, expression });
	const { logs: told, dropped, since } = await logs();
	expect(told.length).toBeLessThanOrEqual(1_000);
	expect(told.at(-1)?.text).toBe("flood 2999");
	expect(dropped).toBeGreaterThanOrEqual(2_000);
	expect(since).toBeGreaterThan(before);
});

test("reading the console leaves the tab in the background", async () => {
	const { tabs } = await browser.owner.ask("list_tabs", {});
	expect(tabs.find((one) => one.tabId === tabId)?.active).toBe(false);
});
