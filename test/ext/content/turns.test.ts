import { afterAll, beforeAll, expect, test } from "bun:test";
import type { FrameText } from "../../../ext/reading-api.ts";
import { composeSnapshot } from "../../../ext/snapshot/compose.ts";
import { Chrome } from "../../support/chrome.ts";
import type { Page } from "../../support/page.ts";
import { PageReader } from "../../support/page-reader.ts";
import { Site } from "../../support/site.ts";

let chrome: Chrome;
let site: Site;

const rows = Array.from(
	{ length: 120 },
	(_, index) =>
		`<section aria-label="Part ${index}"><h2>Head ${index}</h2>text ${index} <em>and</em> more
		<label><input type="checkbox"> Choose ${index}</label><a href="#${index}">Link</a></section>`,
).join("");

beforeAll(async () => {
	site = new Site({ "/": `<title>long</title><main>${rows}</main>` });
	chrome = await Chrome.launch();
}, 30_000);

afterAll(async () => {
	await chrome?.close();
	await site?.close();
});

/** From now on each look at the clock finds that the turn is over. */
const hurry = "let now = 0; performance.now = () => (now += 1000); undefined";

async function open(): Promise<{ page: Page; reader: PageReader }> {
	const page = await chrome.open(site.url("/"));
	return { page, reader: new PageReader(page) };
}

for (const [what, request] of [
	["whole", {}],
	["as far as there is room", { budget: 9_000 }],
] as const)
	test(`a page that is read in many turns gives the same tree, ${what}`, async () => {
		const { page, reader } = await open();
		const atOnce = await reader.collect(request);
		await reader.evaluate(hurry);
		expect(await reader.collect(request)).toEqual(atOnce);
		expect(JSON.stringify(atOnce)).toContain("Part 30");
		await page.close();
	});

test("words that are read in many turns are the same", async () => {
	const { page, reader } = await open();
	const read = (): Promise<unknown> => reader.evaluate('monk.text({ format: "markdown" })');
	await reader.collect();
	const atOnce = await read();
	await reader.evaluate(hurry);
	expect(await read()).toEqual(atOnce);
	expect(JSON.stringify(atOnce)).toContain("Choose 119");
	await page.close();
});

test("a reading whose time is over gives what it has, and tells that", async () => {
	const { page, reader } = await open();
	await reader.collect();
	await reader.evaluate(hurry);
	const until = Date.now() - 1;
	const frames = await reader.collect({ until });
	const { text } = composeSnapshot(frames);
	expect(text).toStartWith('- main [ref=e1]:\n  - region "Part 0" [ref=e2]:\n    - heading "Head 0"');
	expect(text).not.toContain("Part 119");
	expect(text).toEndWith(
		"\n# The page is too long to be read in time, so the rest of it is left out. Ask with root for a part of it.",
	);
	const words = await reader.evaluate<FrameText>(`monk.text({ format: "text", until: ${until} })`);
	expect(words.late).toBeTrue();
	expect(words.parts[0]).toStartWith("Head 0");
	expect(words.parts[0]).not.toContain("Head 119");
	await page.close();
});

/** All that costs characters: names and words twice and once, states, properties, wrappers, tables. */
const costly = `<main>${`<article><a href="/x"><h3>Some thing</h3></a><p>words <em>and</em> more</p><div>12 EUR
	<label><input type=checkbox checked>Compare</label></div><button aria-label="Add it"><b>Add</b></button></article>
	<table><tr><td>cell<td><div>block</div><td><a href=y>link</a></table>`.repeat(200)}</main>`;

test("a reading ends soon after the characters that are asked for, and never before", async () => {
	const page = await chrome.open(`data:text/html,<!doctype html>${encodeURIComponent(costly)}`);
	const reader = new PageReader(page);
	for (const budget of [2_000, 20_000, 40_000]) {
		const printed = (await reader.snapshot({ budget })).length;
		expect(printed).toBeWithin(budget, budget * 1.1 + 200);
	}
	await page.close();
});

test("words that are waited for are found in a page that is looked at in many turns", async () => {
	const { page, reader } = await open();
	await reader.evaluate(hurry);
	const see = (text: string): Promise<{ met: boolean }> =>
		reader.evaluate(`monk.see({ kind: "text", text: ${JSON.stringify(text)} })`);
	expect((await see("more Choose 119")).met).toBeTrue();
	expect((await see("Choose 120")).met).toBeFalse();
	await page.close();
});

test("a frame reads without being told its number only once it was told", async () => {
	const { page, reader } = await open();
	const soon = (): Promise<string | true> => reader.evaluate('monk.snapshotSoon({ call: "a" })');
	await reader.evaluate("1");
	expect(await soon()).toBeTrue();
	const [read] = await reader.collect();
	const answer = await soon();
	expect(JSON.parse(typeof answer === "string" ? answer : "null")).toEqual(read?.read);
	await page.close();
});

/** Changes the page in each of its own tasks, `times` times in all. */
const restless = (times: number): string => `let left = ${times}; const { port1, port2 } = new MessageChannel();
	port1.onmessage = () => {
		document.querySelector("h2").textContent = "Changed " + left;
		if (--left > 0) port2.postMessage(null);
	};
	port2.postMessage(null);`;

test("a change between two turns makes the reading begin anew, so that nothing of before is told", async () => {
	const { page, reader } = await open();
	await reader.collect();
	await reader.evaluate(hurry);
	await page.evaluate(restless(1));
	const [read] = await reader.collect();
	expect(JSON.stringify(read)).toContain("Changed 1");
	expect(read?.read).not.toHaveProperty("torn");
	await page.close();
});

test("a page that never rests is read all the same, and that is told", async () => {
	const { page, reader } = await open();
	await reader.collect();
	await reader.evaluate(hurry);
	await page.evaluate(restless(1_000_000));
	const [read] = await reader.collect();
	expect(read?.read).toHaveProperty("torn", true);
	expect(JSON.stringify(read)).toContain("Part 119");
	expect(await reader.evaluate('monk.text({ format: "text" })')).toHaveProperty("torn", true);
	await page.close();
});
