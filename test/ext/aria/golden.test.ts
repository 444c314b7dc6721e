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
