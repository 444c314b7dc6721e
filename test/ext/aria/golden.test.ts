import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { Chrome } from "../../support/chrome.ts";
import { PageReader } from "../../support/page-reader.ts";
import { Site } from "../../support/site.ts";

/**
 * Pages and the trees that they must give. After a change that is meant, write the trees anew with
 * `MONK_WRITE_GOLDENS=1 bun test test/ext/aria/golden.test.ts` and read the difference.
 */
const folder = "test/golden/aria";
const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));

let chrome: Chrome;
let site: Site;

beforeAll(async () => {
	const texts = await Promise.all(pages.map((page) => Bun.file(`${folder}/${page}`).text()));
	site = new Site(Object.fromEntries(pages.map((page, index) => [`/${page}`, texts[index] ?? ""])));
	chrome = await Chrome.launch();
}, 30_000);

afterAll(async () => {
	await chrome?.close();
	await site?.close();
});

for (const name of pages)
	test(`${name} gives the tree beside it`, async () => {
		const page = await chrome.open(site.url(`/${name}`));
		const snapshot = `${await new PageReader(page).snapshot()}\n`;
		await page.close();
		const golden = `${folder}/${name.replace(/html$/, "txt")}`;
		if (process.env.MONK_WRITE_GOLDENS === "1") await Bun.write(golden, snapshot);
		expect(snapshot).toBe(await Bun.file(golden).text());
	});

async function treeOf(html: string): Promise<string> {
	const page = await chrome.open(`data:text/html,<!doctype html>${encodeURIComponent(html)}`);
	const snapshot = await new PageReader(page).snapshot();
	await page.close();
	return snapshot;
}

test("a value is printed although the name says the same", async () => {
	expect(await treeOf('<input aria-label="Ada" value="Ada"><input aria-label="Town" value="">')).toBe(
		'- textbox "Ada" [ref=e1]: Ada\n- textbox "Town" [ref=e2]',
	);
});

test("words that are a part of a name that the author gave are printed, those that are all of it are not", async () => {
	const cell = (words: string): string => `<table><tr><td aria-label="Offer not valid">${words}</table>`;
	expect(await treeOf(cell("valid"))).toContain('cell "Offer not valid" [ref=e2]: valid');
	expect(await treeOf(cell("Offer not valid"))).toEndWith('cell "Offer not valid" [ref=e2]');
	expect(await treeOf("<table><tr><td>valid</table>")).toEndWith('cell "valid" [ref=e2]');
});
