/** What the line before this one could not do on a local page, where no other test here stands for it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DrivenBrowser, refOf } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
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
<button onclick="setTimeout(() => late.textContent = 'drawn late', 400)">Later</button><output id=late></output>
<label>Owned <input id=owned type=checkbox></label><label>Lines <textarea id=lines></textarea></label>
<script>
	// As a framework does that owns its fields: what its own state does not say is taken back.
	const owned = document.querySelector("#owned");
	let isOn = false;
	owned.addEventListener("click", () => { isOn = !isOn; seen.push("ticked"); queueMicrotask(() => { owned.checked = isOn; }); });
	let text = "";
	lines.addEventListener("input", () => { text = lines.value; });
	lines.addEventListener("change", () => seen.push(text));
	const taken = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
	Object.defineProperty(lines, "value", { configurable: true, get: () => taken.get.call(lines), set: () => undefined });
	for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
		all.addEventListener(type, ({ type }) => seen.push(type));
</script>`;

/** A page that lets hardly a script run; its own has a nonce. */
const strictly = (policy: string) => () =>
	new Response(
		`<title>Strict</title><p></p><script nonce=a>var strict = "set"; setTimeout(() => document.querySelector("p").append("later words"), 300)</script>`,
		{ headers: { "content-type": "text/html", "content-security-policy": policy } },
	);

const ref = async (words: string): Promise<string> => refOf(await browser.snapshot(tabId), words);
const click = async (name: string) => browser.owner.ask("browser_click", { tabId, ref: await ref(`"${name}"`) });
const seen = (): Promise<readonly unknown[]> => tab.evaluate("seen.splice(0)");
const go = (url: string) => browser.owner.ask("browser_navigate", { tabId, url });

beforeAll(async () => {
	site = new Site({
		"/": home,
		"/second": "<title>Second</title><h1>Second</h1>",
		"/csp": strictly("script-src 'nonce-a'"),
		"/tt": strictly("require-trusted-types-for 'script'; trusted-types 'none'"),
		"/rows": `<title>Rows</title><table>${Array.from({ length: 5_000 }, (_, row) => `<tr><td>${row + 1}<td><button>Edit ${row + 1}</button>`).join("")}</table>`,
	});
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

test("what a page draws 400 ms after a click is in the answer that was told to wait", async () => {
	await browser.owner.ask("browser_click", { tabId, ref: await ref('"Later"'), settleMs: 500 });
	expect(await tab.evaluate<string>("late.textContent")).toBe("drawn late");
});

test("a framework that sets its fields back hears of a tick and of lines as of a person's", async () => {
	await click("Owned");
	await browser.owner.ask("browser_type", { tabId, ref: await ref('"Lines"'), text: "one\ntwo" });
	await tab.evaluate("document.activeElement.blur()");
	expect(await seen()).toEqual(["ticked", "one\ntwo"]);
	expect(await tab.evaluate<unknown>("[owned.checked, lines.value]")).toEqual([true, "one\ntwo"]);
});

test.each(["/csp", "/tt"])("the globals of a page as strict as %s are read, and its words waited for", async (path) => {
	await go(site.url(path));
	const { value } = await browser.owner.ask("browser_evaluate", {
		tabId,
		expression: "await 0; const n = 1; strict + n",
	});
	expect(value).toBe('"set1"');
	expect(await browser.owner.ask("browser_wait", { tabId, text: "later words" })).toMatchObject({ tabId });
	await go(site.url("/"));
});

test("five thousand rows are read with their last", async () => {
	await go(site.url("/rows"));
	const whole = (await browser.owner.ask("browser_snapshot", { tabId })).snapshot;
	expect(whole).toContain('button "Edit 5000"');
	await go(site.url("/"));
});

test("the toolbar's badge tells a tab's number, whatever the tab shows by then", async () => {
	const worker = await browser.chrome.serviceWorker();
	const slot = String((await browser.tabAt(site.url("/"))).slot);
	const badge = (): Promise<string> => worker.evaluate(`chrome.action.getBadgeText({ tabId: ${tabId} })`);
	expect(await badge()).toBe(slot);
	for (const path of ["/rows", "/"]) {
		await go(site.url(path));
		expect(await eventually(async () => (await badge()) === slot)).toBe(true);
	}
	await worker.detach();
});

describe("a navigation", () => {
	test("needs no scheme, and a page that is not there is told as that", async () => {
		const bare = site.url("/second").replace("http://", "");
		expect(await go(bare)).toMatchObject({ url: site.url("/second"), status: 200 });
		expect(await go(site.url("/nowhere"))).toMatchObject({ status: 404 });
	});

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
