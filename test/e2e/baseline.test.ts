/** What the line before this one could not do on a local page, where no other test here stands for it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DrivenBrowser, refOf } from "../support/driven-browser.ts";
import { outcomeOf } from "../support/outcome.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

let site: Site;
let browser: DrivenBrowser;
let tab: Page;
let tabId: number;

const home = `<title>Home</title><script>seen = []</script>
<button id=all>All</button>
<button onpointerdown="seen.push('opened')">Menu</button>
<button onclick="seen.push(navigator.userActivation.isActive && event.isTrusted)">Activation</button>
<button onclick="navigator.clipboard.writeText('copied').then(() => seen.push('copied'), (error) => seen.push(error.name))">Copy</button>
<label>Word <input onkeydown="seen.push(event.key)"></label>
<label>Short <input maxlength=3></label>
<script>
	for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
		all.addEventListener(type, ({ type }) => seen.push(type));
</script>`;

const ref = async (words: string): Promise<string> => refOf(await browser.snapshot(tabId), words);
const click = async (name: string) => browser.owner.ask("browser_click", { tabId, ref: await ref(`"${name}"`) });
const seen = (): Promise<readonly unknown[]> => tab.evaluate("seen.splice(0)");
const go = (url: string) => browser.owner.ask("browser_navigate", { tabId, url });

beforeAll(async () => {
	site = new Site({ "/": home, "/second": "<title>Second</title><h1>Second</h1>" });
	browser = await DrivenBrowser.start({ shareAll: true });
	tab = await browser.chrome.open(site.url("/"));
	tabId = (await browser.tabAt(site.url("/"))).tabId;
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

describe("a click", () => {
	test("is the whole sequence of pointer events", async () => {
		await click("All");
		expect(await seen()).toEqual(["pointerdown", "mousedown", "pointerup", "mouseup", "click"]);
	});

	test("opens what opens on pointerdown, and counts as the person's own activation", async () => {
		await click("Menu");
		await click("Activation");
		expect(await seen()).toEqual(["opened", true]);
	});

	test("lets a page write to the clipboard", async () => {
		await click("Copy");
		expect(await seen()).toEqual(["copied"]);
	});
});

describe("typing", () => {
	test("is a key for each character", async () => {
		await browser.owner.ask("browser_type", { tabId, ref: await ref('"Word"'), text: "ab" });
		expect(await seen()).toEqual(expect.arrayContaining(["a", "b"]));
	});

	test("respects a field's length, and says what it holds", async () => {
		const typed = await browser.owner.ask("browser_type", { tabId, ref: await ref('"Short"'), text: "abcdef" });
		expect(typed).toMatchObject({ differs: true, holds: "abc" });
	});
});

describe("a navigation", () => {
	test("to about:blank and home again works", async () => {
		expect(await go("about:blank")).toMatchObject({ url: "about:blank", loaded: true });
		expect(await go(site.url("/second"))).toMatchObject({ url: site.url("/second"), status: 200 });
	});

	test("to a data: address is refused with the way that works", async () => {
		expect(await outcomeOf(go("data:text/html,<h1>Data</h1>"))).toStartWith("NAVIGATION_FAILED");
		const { tabId: fresh } = await browser.owner.ask("browser_new_tab", { url: "data:text/html,<h1>Data</h1>" });
		expect(await browser.snapshot(fresh)).toContain('heading "Data"');
	});
});

test("calls to two tabs run side by side", async () => {
	const other = await browser.owner.ask("browser_new_tab", { url: site.url("/second") });
	// Each ends only when the other tab has begun as well.
	const expression = `new Promise((done) => {
		const channel = new BroadcastChannel("both");
		channel.onmessage = ({ data }) => {
			if (data === "here") channel.postMessage("here too");
			done(true);
		};
		channel.postMessage("here");
	})`;
	await go(site.url("/second"));
	const both = [tabId, other.tabId].map((id) => browser.owner.ask("browser_evaluate", { tabId: id, expression }));
	expect((await Promise.all(both)).map(({ value }) => value)).toEqual(["true", "true"]);
});
