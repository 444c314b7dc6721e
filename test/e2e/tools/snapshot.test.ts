import { afterAll, beforeAll, expect, test } from "bun:test";
import type { MonkError } from "../../../lib/errors/error.ts";
import { DrivenBrowser, refOf } from "../../support/driven-browser.ts";
import { eventually } from "../../support/eventually.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Site } from "../../support/site.ts";

let site: Site;
let browser: DrivenBrowser;

const rows = Array.from({ length: 300 }, (_, index) => `<li><a href="#${index}">Row number ${index}</a>`).join("");

beforeAll(async () => {
	site = new Site({
		"/parts": `<title>parts</title><header><h1>Top</h1></header>
			<main id="main"><h2>Middle</h2><div><div><p>words <b>bold</b><button>Press</button></p></div></div></main>
			<section aria-label="Frames"><iframe src="/inner"></iframe></section>`,
		"/inner": `<title>inner</title><form aria-label="Inner form"><input aria-label="Field"><button>Go</button></form><p>inner words</p>`,
		"/long": `<title>long</title><h1>Long</h1><ul>${rows}</ul><p>The end</p>`,
		"/stuck": () =>
			new Response(
				`<title>stuck</title><h1>Outside</h1><iframe id="stuck" title="stuck" src="${site.url("/loop", "other")}"></iframe><button>After</button>`,
				{ headers: { "content-type": "text/html" } },
			),
		"/loop": `<title>loop</title><p>inside</p><script>onmessage = () => { for (const end = Date.now() + 6000; Date.now() < end;); }</script>`,
		"/list": `<title>list</title><main><button id="one">One</button><ul aria-label="Rows"><li><button id="row">Row A</button></ul></main>`,
	});
	browser = await DrivenBrowser.start({ shareAll: true });
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

async function open(path: string): Promise<{ page: Page; tabId: number }> {
	const page = await browser.chrome.open(site.url(path), { background: true });
	const { tabId } = await browser.tabAt(site.url(path));
	return { page, tabId };
}

const ask = async (tabId: number, wish: object): Promise<string> =>
	(await browser.owner.ask("browser_snapshot", { tabId, ...wish })).snapshot;

const plain = (snapshot: string): string => snapshot.replace(/ \[ref=\w+\]/g, "");

test("a part is read by a selector or a ref, in a frame too, and may be filtered and cut", async () => {
	const { tabId } = await open("/parts");
	const whole = await eventually(async () => {
		const read = await ask(tabId, {});
		return read.includes("Inner form") ? read : undefined;
	});
	expect(plain(await ask(tabId, { root: "#main" }))).toBe(
		'- main:\n  - heading "Middle" [level=2]\n  - paragraph:\n    - text: words bold\n    - button "Press"',
	);
	const main = refOf(whole, "- main");
	expect(await ask(tabId, { root: main })).toBe(await ask(tabId, { root: "#main" }));
	expect(plain(await ask(tabId, { root: refOf(whole, '"Inner form"') }))).toBe(
		'- form "Inner form":\n  - textbox "Field"\n  - button "Go"',
	);
	expect(plain(await ask(tabId, { root: "form" }))).toBe('- form "Inner form":\n  - textbox "Field"\n  - button "Go"');
	expect(plain(await ask(tabId, { depth: 1, root: "#main" }))).toBe("- main [4 below]");
	const interactive = await ask(tabId, { filter: "interactive" });
	expect(interactive).toContain('button "Go"');
	expect(interactive).toContain('heading "Middle"');
	expect(interactive).not.toContain("words");
});

test("a root that is nowhere is told apart from a selector that is none", async () => {
	const { tabId } = await open("/parts");
	expect(await outcomeOf(ask(tabId, { root: "#nowhere" }))).toStartWith("NOT_FOUND");
	expect(await outcomeOf(ask(tabId, { root: "a[" }))).toStartWith("INVALID_ARGUMENT");
	expect(await outcomeOf(ask(tabId, { root: "e99999" }))).toStartWith("STALE_REF");
});

test("a long page is cut at max_chars, and the last line says what to do", async () => {
	const { tabId } = await open("/long");
	const cut = await ask(tabId, { maxChars: 2_000 });
	expect(cut.length).toBeLessThan(2_300);
	expect(cut.split("\n").at(-1)).toMatch(/^# .*left out by max_chars.*root, depth, filter or a larger max_chars/);
	expect(await ask(tabId, {})).toContain("The end");
});

test("a frame that is busy is marked in its place and holds nothing up", async () => {
	const { page, tabId } = await open("/stuck");
	await eventually(async () => (await ask(tabId, {})).includes("inside"));
	await page.evaluate("document.querySelector('#stuck').contentWindow.postMessage('go', '*')");
	const started = performance.now();
	const read = await eventually(async () => {
		const now = await ask(tabId, {});
		return now.includes("unavailable") ? now : undefined;
	});
	expect(performance.now() - started).toBeLessThan(5_500);
	expect(plain(read)).toMatch(/iframe "stuck" \[unavailable: [^\]]+\]'\n- button "After"/);
}, 30_000);

const refusal = (asked: Promise<unknown>): Promise<MonkError> =>
	asked.then(
		(value) => Promise.reject(new Error(`it gave ${Bun.inspect(value)}`)),
		(thrown: MonkError) => thrown,
	);

test("a dead ref says why and shows the nearest tree that is left", async () => {
	const { page, tabId } = await open("/list");
	const ref = refOf(await ask(tabId, {}), "Row A");
	await page.evaluate("document.querySelector('ul').innerHTML = '<li><button id=row>Row B</button>'");
	const gone = await refusal(browser.owner.ask("browser_click", { tabId, ref }));
	expect([gone.code, gone.message]).toEqual(["STALE_REF", expect.stringContaining("re-rendered")]);
	expect((gone.data as { snapshot: string }).snapshot).toContain('button "Row B"');
	await page.goto(site.url("/parts"));
	const left = await refusal(browser.owner.ask("browser_click", { tabId, ref }));
	expect(left.message).toContain("navigated");
	expect((left.data as { snapshot: string }).snapshot).toContain('heading "Middle"');
	const foreign = await refusal(browser.owner.ask("browser_click", { tabId, ref: "e5000" }));
	expect(foreign.message).toContain("never given in this tab");
});

test("a ref that stands for something else by now is refused with the old and the new, whatever the act", async () => {
	const { page, tabId } = await open("/list");
	await page.evaluate("window.clicks = 0; addEventListener('click', () => clicks++)");
	const acts = [
		(ref: string) => browser.owner.ask("browser_click", { tabId, ref }),
		(ref: string) => browser.owner.ask("browser_type", { tabId, ref, text: "x" }),
		(ref: string) => browser.owner.ask("browser_evaluate", { tabId, ref, expression: "(element) => element.remove()" }),
	];
	for (const act of acts) {
		// Each refusal shows the tree anew, after which the ref is known as what it stands for now.
		await page.evaluate("document.querySelector('#row').textContent = 'Row A'");
		const ref = refOf(await ask(tabId, {}), "Row A");
		await page.evaluate("document.querySelector('#row').textContent = 'Row Z'");
		const error = await refusal(act(ref));
		expect([error.code, error.message]).toEqual(["STALE_REF", `${ref} was button "Row A" and is now button "Row Z"`]);
	}
	expect(await page.evaluate("[clicks, document.querySelectorAll('#row').length]")).toEqual([0, 1]);
});
