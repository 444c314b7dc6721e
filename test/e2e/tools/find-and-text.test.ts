import { afterAll, beforeAll, expect, test } from "bun:test";
import { DrivenBrowser, refOf } from "../../support/driven-browser.ts";
import { eventually } from "../../support/eventually.ts";
import { outcomeOf } from "../../support/outcome.ts";
import { Site } from "../../support/site.ts";

let site: Site;
let browser: DrivenBrowser;
let tabId: number;

const token = `ghp_${"a1".repeat(20)}`;

beforeAll(async () => {
	site = new Site({
		"/": () =>
			new Response(
				`<title>Reading</title><h1>Heading one</h1><p>First <b>bold</b> words, price 12 EUR</p>
				<table><tr><th>Name<th>Price<tr><td>Tea<td>3 EUR</table>
				<iframe src="${site.url("/inner", "other")}"></iframe>
				<x-box><template shadowrootmode="open"><p>In the shadow</p><slot></slot></template>slotted words</x-box>
				<p>The key is ${token}</p><input type="password" aria-label="Password" value="hunter-two">
				<button>Buy now</button><p>Last words</p>`,
				{ headers: { "content-type": "text/html" } },
			),
		"/inner": `<p>In the frame</p><button>Buy in frame</button>`,
	});
	browser = await DrivenBrowser.start({ shareAll: true });
	await browser.chrome.open(site.url("/"), { background: true });
	({ tabId } = await browser.tabAt(site.url("/")));
	await eventually(async () => (await browser.snapshot(tabId)).includes("Buy in frame"));
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

const read = (wish: object = {}) => browser.owner.ask("browser_get_text", { tabId, ...wish });

test("the words come in reading order, frames and shadow roots where they stand, and no secret among them", async () => {
	const { text, url, title } = await read();
	expect([url, title]).toEqual([site.url("/"), "Reading"]);
	const order = [
		"Heading one",
		"First bold words",
		"Tea\t3 EUR",
		"In the frame",
		"In the shadow",
		"slotted words",
		"Last words",
	];
	const places = order.map((words) => text.indexOf(words));
	expect(places).not.toContain(-1);
	expect(places).toEqual(places.toSorted((a, b) => a - b));
	expect(text).toContain("The key is [masked]");
	expect(text).not.toContain("hunter");
});

test("Markdown keeps headings, tables and emphasis", async () => {
	const { text } = await read({ format: "markdown" });
	expect(text).toContain("# Heading one");
	expect(text).toContain("First **bold** words");
	expect(text).toContain("| Name | Price |\n| --- | --- |\n| Tea | 3 EUR |");
});

test("a part of the page is read alone, and a long text says how much is missing", async () => {
	expect((await read({ root: "x-box" })).text).toBe("In the shadow\n\nslotted words");
	const cut = await read({ maxChars: 100 });
	expect(cut.text.length).toBe(100);
	expect(cut.omitted).toBe((await read()).text.length - 100);
	expect(await outcomeOf(read({ root: "#none" }))).toStartWith("NOT_FOUND");
});

test("finding gives the lines with refs that a click takes, in frames too", async () => {
	const { found, count } = await browser.owner.ask("browser_find", { tabId, text: "BUY", context: 0 });
	expect(count).toBe(2);
	expect(found).not.toContain("Last words");
	const ref = refOf(found, "Buy in frame");
	expect(ref).toStartWith("f");
	expect(await browser.owner.ask("browser_click", { tabId, ref })).toMatchObject({ via: "debugger" });
	const prices = await browser.owner.ask("browser_find", { tabId, regex: "\\b\\d+ eur\\b" });
	expect(prices.count).toBe(2);
	expect(await browser.owner.ask("browser_find", { tabId, text: token })).toMatchObject({ count: 0, found: "" });
});

test("a query that is none, or could take for ever, is refused", async () => {
	for (const query of [{}, { text: "a", regex: "b" }, { regex: "(" }, { regex: "(a+)+b" }])
		expect(await outcomeOf(browser.owner.ask("browser_find", { tabId, ...query }))).toStartWith("INVALID_ARGUMENT");
});
