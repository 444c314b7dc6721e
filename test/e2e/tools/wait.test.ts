import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { LinkParams } from "../../../lib/catalog/catalog.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Stage } from "../../support/stage.ts";

const page = `<title>Waiting</title>
<p>Here at once</p>
<p id=hidden style="display: none">Secretly here</p>
<p id=loading>Loading…</p>
<div id=box></div>
<script>
	box.attachShadow({ mode: "closed" }).innerHTML = "<p class=deep>Deep words</p>";
	window.after = (ms, run) => setTimeout(run, ms);
</script>`;

let stage: Stage;
let tab: Page;
let tabId: number;

type Options = Omit<LinkParams<"browser_wait">, "tabId">;
const wait = (options: Options) => stage.browser.owner.ask("browser_wait", { tabId, ...options });
const miss = (options: Options) => outcomeOf(wait({ timeoutMs: 900, ...options }));

/** Runs code in the page a moment from now, while the wait is on. */
const soon = (code: string) => tab.evaluate(`void after(200, () => { ${code} })`);

beforeAll(async () => {
	stage = await Stage.start({
		"/": page,
		"/framed": `${page}<iframe src="http://other.site/inner"></iframe>`,
		"/inner": "<p>Other site's words</p>",
		"/strict": () =>
			new Response("<p id=p>strict</p>", {
				headers: {
					"content-type": "text/html",
					"content-security-policy": "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
				},
			}),
		"/busy": "<p>busy</p><script>(async () => { for (let i = 0; i < 4; i++) await fetch('/slow?ms=250') })()</script>",
	});
}, 60_000);

beforeEach(async () => {
	({ page: tab, tabId } = await stage.show());
});

afterAll(() => stage[Symbol.asyncDispose]());

describe("text", () => {
	test.each(["Here at once", "Here  at\nonce", "Deep words"])("%j is there already", async (text) => {
		expect((await wait({ text })).waitedMs).toBeLessThan(5_000);
	});

	test("of a frame is there already", async () => {
		await stage.show("/framed");
		expect((await wait({ text: "Other site's words" })).waitedMs).toBeLessThan(5_000);
	});

	test("that appears later is waited for", async () => {
		await soon("loading.textContent = 'Done at last'");
		const { waitedMs } = await wait({ text: "Done at last" });
		expect(waitedMs).toBeGreaterThan(50);
	});

	test("that is hidden is not there, and the error says what is", async () => {
		const end = await miss({ text: "Secretly here" });
		expect(end).toStartWith("TIMEOUT");
		expect(end).toContain("Here at once");
	});

	test("that a style alone brings out is seen", async () => {
		await soon("document.styleSheets.length; hidden.style.display = 'block'");
		await wait({ text: "Secretly here" });
	});

	test("that goes is waited for in all frames", async () => {
		await stage.show("/framed");
		await soon("loading.remove()");
		await wait({ textGone: "Loading…" });
		expect(await miss({ textGone: "Other site's words" })).toStartWith("TIMEOUT");
	});

	test("on a page with a strict policy", async () => {
		await tab.goto(stage.site.url("/strict"));
		await wait({ text: "strict" });
	});

	test("of the page to which the tab is on its way", async () => {
		await soon(`location.href = ${JSON.stringify(stage.site.url("/slow?ms=400"))}`);
		await wait({ text: "here at last" });
	});
});

describe("selector", () => {
	test("finds what is visible, in shadow roots too", async () => {
		await wait({ selector: "p.deep" });
		await soon("hidden.style.display = 'block'");
		await wait({ selector: "#hidden" });
	});

	test("a hidden match counts as gone, and a miss tells how many there are", async () => {
		await wait({ selectorGone: "#hidden" });
		expect(await miss({ selector: "#hidden" })).toContain("1 match, none of them visible");
		expect(await miss({ selector: "#nowhere" })).toContain("nothing matches");
	});

	test("one that is none is refused", async () => {
		expect(await miss({ selector: "p[" })).toStartWith("INVALID_ARGUMENT");
	});
});

test("an address is waited for by a part of it or a pattern", async () => {
	await soon("history.pushState({}, '', '/there?x=1')");
	await wait({ url: "/there" });
	await wait({ url: "http://*/there?x=*" });
	expect(await miss({ url: "/elsewhere" })).toContain("/there?x=1");
});

test("an expression is waited for, and a miss tells its value", async () => {
	await soon("window.ready = true");
	await wait({ expression: "window.ready" });
	expect(await miss({ expression: "1 > 2" })).toContain("it is false");
	expect(await miss({ expression: "0 / 0" })).toContain('it is "[NaN]"');
	expect(await miss({ expression: "nothing.there" })).toContain("it fails: ReferenceError");
});

test("states of loading are reached, and a quiet network only when it is quiet", async () => {
	await wait({ load: "domcontentloaded" });
	await wait({ load: "load" });
	const before = stage.site.requests.filter(({ path }) => path === "/slow").length;
	await stage.browser.owner.ask("browser_navigate", { tabId, url: stage.site.url("/busy") });
	await wait({ load: "networkidle" });
	expect(stage.site.requests.filter(({ path }) => path === "/slow").length - before).toBe(4);
});

test("time passes", async () => {
	expect((await wait({ time: 0.3 })).waitedMs).toBeGreaterThanOrEqual(290);
});

test("exactly one thing is waited for", async () => {
	expect(await miss({})).toStartWith("INVALID_ARGUMENT");
	expect(await miss({ time: 1, text: "x" })).toStartWith("INVALID_ARGUMENT");
});
