import { afterAll, beforeAll, expect, test } from "bun:test";
import type { LinkParams } from "../../../lib/catalog/catalog.ts";
import { DrivenBrowser, refOf } from "../../support/driven-browser.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Site } from "../../support/site.ts";

/** Flat colours, so that a picture says by its pixels what is on it. */
const page = `<title>Picture</title>
<style>
	body { margin: 0; background: rgb(0, 0, 255); height: 3000px; position: relative }
	button { position: absolute; left: 40px; top: 30px; width: 200px; height: 100px; border: 0; background: rgb(255, 0, 0); color: rgb(255, 0, 0) }
	#end { position: absolute; top: 2900px; width: 100%; height: 100px; background: rgb(0, 255, 0) }
	input { position: absolute; top: 300px; left: 40px; width: 200px; height: 40px; border: 0; background: rgb(255, 255, 0) }
	iframe { position: absolute; top: 400px; left: 300px; border: 5px solid rgb(0, 0, 255); width: 300px; height: 200px }
</style>
<button>Red</button>
<input type=password value=hunter2 aria-label=Secret>
<iframe src="FRAME" title=inner></iframe>
<div id=end></div>`;

const inner = `<style>body { margin: 0; background: rgb(0, 255, 255) } * { border: 0 }
	input { position: absolute; left: 50px; top: 60px; width: 100px; height: 30px; background: rgb(255, 255, 0) }
	button { position: absolute; left: 50px; top: 120px; width: 80px; height: 40px; background: rgb(255, 0, 0); color: rgb(255, 0, 0) }</style>
	<input autocomplete=cc-number value=4111111111111111><button>Inner red</button>`;

const empty = "<style>body { background: rgb(9, 9, 9) }</style>";

let site: Site;
let browser: DrivenBrowser;
let tab: Page;
let reader: Page;
let tabId: number;
let snapshot: string;

type Options = Omit<LinkParams<"browser_screenshot">, "tabId">;
const shoot = (options: Options = {}) => browser.owner.ask("browser_screenshot", { tabId, ...options });

/** The colours of points, read by a browser's own decoder in another tab. */
const coloursAt = (shot: { data: string; mimeType: string }, points: readonly (readonly [number, number])[]) =>
	reader.call(
		async (url: string, at: readonly (readonly [number, number])[]) => {
			const image = new Image();
			image.src = url;
			await image.decode();
			const canvas = document.createElement("canvas");
			canvas.width = image.width;
			canvas.height = image.height;
			const context = canvas.getContext("2d");
			context?.drawImage(image, 0, 0);
			return at.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3).join(","));
		},
		`data:${shot.mimeType};base64,${shot.data}`,
		points,
	);

beforeAll(async () => {
	site = new Site({
		"/inner": inner,
		"/other": empty,
		"/": () =>
			new Response(page.replace("FRAME", site.url("/inner", "other")), { headers: { "content-type": "text/html" } }),
	});
	browser = await DrivenBrowser.start({ shareAll: true });
	tab = await browser.chrome.open(site.url("/"));
	reader = await browser.chrome.open(site.url("/other"));
	tabId = (await browser.tabAt(site.url("/"))).tabId;
	snapshot = await browser.snapshot(tabId);
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

test("the view of a background tab is pictured, and the tab stays in the background", async () => {
	const shot = await shoot();
	const [width, height] = await tab.evaluate<[number, number]>("[document.documentElement.clientWidth, innerHeight]");
	expect(shot).toMatchObject({ mimeType: "image/png", width, height });
	expect(
		await coloursAt(shot, [
			[140, 80],
			[600, 250],
			[400, 430],
		]),
	).toEqual(["255,0,0", "0,0,255", "0,255,255"]);
	const { tabs } = await browser.owner.ask("list_tabs", {});
	expect(tabs.find((one) => one.active)?.url).toBe(site.url("/other"));
});

test("fields of secrets are painted over, in frames of other sites too", async () => {
	const shot = await shoot();
	const frame = [300 + 5, 400 + 5] as const;
	const colours = await coloursAt(shot, [
		[140, 320],
		[45, 305],
		[frame[0] + 100, frame[1] + 75],
		[frame[0] + 55, frame[1] + 65],
	]);
	expect(colours).toEqual(Array(4).fill("128,128,128"));
});

test("the whole page is pictured to its end, and the page stays where it was", async () => {
	await tab.evaluate("scrollTo(0, 500)");
	const shot = await shoot({ fullPage: true });
	expect(shot.height).toBe(3_000);
	expect(
		await coloursAt(shot, [
			[140, 80],
			[100, 2_950],
			[140, 320],
		]),
	).toEqual(["255,0,0", "0,255,0", "128,128,128"]);
	expect(await tab.evaluate<number>("scrollY")).toBe(500);
});

test("one element is pictured, scrolled to first, in a frame of another site too", async () => {
	await tab.evaluate("scrollTo(0, 2000)");
	const shot = await shoot({ ref: refOf(snapshot, '"Red"') });
	expect(shot).toMatchObject({ width: 200, height: 100 });
	expect(
		await coloursAt(shot, [
			[2, 2],
			[197, 97],
		]),
	).toEqual(["255,0,0", "255,0,0"]);
	const deep = await shoot({ ref: refOf(snapshot, '"Inner red"') });
	expect(deep).toMatchObject({ width: 80, height: 40 });
	expect(
		await coloursAt(deep, [
			[3, 3],
			[76, 36],
		]),
	).toEqual(["255,0,0", "255,0,0"]);
	await tab.evaluate("scrollTo(0, 0)");
});

test("a jpeg is a jpeg, and smaller where less quality is asked", async () => {
	const good = await shoot({ format: "jpeg", quality: 95 });
	const poor = await shoot({ format: "jpeg", quality: 10 });
	expect(good.mimeType).toBe("image/jpeg");
	expect(atob(good.data.slice(0, 4)).charCodeAt(0)).toBe(0xff);
	expect(poor.data.length).toBeLessThan(good.data.length);
});

test("a page of a great length is made smaller, and that is said", async () => {
	await tab.evaluate("document.body.style.height = '20000px'");
	const shot = await shoot({ fullPage: true, format: "jpeg", quality: 20 });
	expect(shot.shrunk).toBe(true);
	expect(shot.height).toBeLessThanOrEqual(8_000);
	expect(shot.height).toBeGreaterThan(7_900);
	await tab.evaluate("document.body.style.height = ''");
});

test("five pictures in a row are taken", async () => {
	const shots = [];
	for (let i = 0; i < 5; i++) shots.push(await shoot());
	expect(new Set(shots.map(({ width }) => width)).size).toBe(1);
});

test("a ref that is gone is refused", async () => {
	expect(await outcomeOf(shoot({ ref: "e9999" }))).toStartWith("STALE_REF");
});
