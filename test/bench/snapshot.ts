import { DrivenBrowser } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";
import { alternate, type Bench, figuresOf, type Row } from "./measure.ts";
import { type BenchPage, benchPages } from "./pages.ts";

/** Runs in the page: the least that a reading of it can be. */
function bareWalk(): string {
	const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
	const texts: string[] = [];
	for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push((node as Text).data);
	return texts.join("\n");
}

/** Runs in the content script's world: milliseconds and characters of a whole tree, without the way there and back. */
async function inPage(): Promise<number> {
	const { monk } = globalThis as unknown as { monk: { snapshot(request: object): Promise<string> } };
	const start = performance.now();
	await monk.snapshot({ frame: 0, floor: 1 });
	return performance.now() - start;
}

const inject = (tabId: number, run: () => unknown): string =>
	`chrome.scripting.executeScript({ target: { tabId: ${tabId} }, injectImmediately: true, func: ${run} }).then(([{ result }]) => result)`;

const size = (text: string): string => `${text.length.toLocaleString("en")} characters`;

async function measurePage(
	{ name, rounds }: BenchPage,
	url: string,
	otherUrl: string,
	browser: DrivenBrowser,
	worker: Page,
): Promise<readonly Row[]> {
	const page = await browser.chrome.open(url, { background: true });
	const { tabId } = await browser.tabAt(url);
	// Chrome keeps its own tree up to date once it was asked for it, in the whole process: on another site it is another.
	const other = await browser.chrome.open(otherUrl, { background: true });
	const read = async (wish: object): Promise<string> =>
		(await browser.owner.ask("browser_snapshot", { tabId, timeoutMs: 29_000, ...wish })).snapshot;
	const started = performance.now();
	const usual = await read({ maxChars: 40_000 });
	const first = performance.now() - started;
	const whole = await read({});
	const own: number[] = [];
	const took = await alternate(rounds, {
		bare: () => worker.evaluate(inject(tabId, bareWalk)),
		usual: () => read({ maxChars: 40_000 }),
		whole: () => read({}),
		own: async () => own.push(await worker.evaluate<number>(inject(tabId, inPage))),
	});
	// By itself: tens of megabytes on their way keep the whole browser busy.
	const { chromium } = await alternate(Math.min(rounds, 2), {
		chromium: () => other.send("Accessibility.getFullAXTree"),
	});
	await Promise.all([page.close(), other.close()]);
	const floor = { what: "bare walk", median: took.bare.median };
	return [
		{ what: `${name}: bare walk`, ...took.bare },
		{ what: `${name}: getFullAXTree`, ...chromium, floor },
		{ what: `${name}: snapshot`, ...took.usual, floor, note: `${size(usual)}; the first took ${Math.round(first)} ms` },
		{ what: `${name}: whole`, ...took.whole, floor, note: size(whole) },
		{ what: `${name}: whole, in the page`, ...figuresOf(own.slice(1)), floor },
	];
}

async function measure(): Promise<readonly Row[]> {
	const routes = Object.fromEntries(benchPages.map(({ html }, index) => [`/${index}`, html]));
	await using site = new Site(routes);
	await using browser = await DrivenBrowser.start({ shareAll: true });
	const worker = await eventually(() => browser.chrome.serviceWorker());
	const rows: Row[] = [];
	for (const [index, page] of benchPages.entries()) {
		rows.push(...(await measurePage(page, site.url(`/${index}`), site.url(`/${index}`, "other"), browser, worker)));
		console.error(`measured ${page.name}`);
	}
	return rows;
}

/** From the owner's request to its answer, through the extension; the two floors on the same page in the same run. */
export const snapshot: Bench = { title: "Reading a page", run: measure };
