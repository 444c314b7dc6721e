import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Chrome } from "../support/chrome.ts";
import { tabIdIn } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import { hurryPings } from "../support/hurried-pings.ts";
import { MonkHome, type MonkProcess } from "../support/monk-process.ts";
import { askOwner, joinBrowser } from "../support/owned-browser.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";
import { textOf } from "../support/test-owner.ts";

let site: Site;
let home: MonkHome;
let owner: MonkProcess;
let chrome: Chrome;
let popup: Page;

async function serve(): Promise<MonkProcess> {
	const started = home.start("serve");
	await started.waitForStderr(/is ready/);
	return started;
}

const statusBecomes = (text: string): Promise<unknown> =>
	eventually(async () => (await popup.text()).includes(text), { within: 25_000 });

const profiles = () => askOwner(home, async (asked) => (await asked.request("owner_status", {})).profiles);

const tabs = (): Promise<string> =>
	askOwner(home, async (asked) => textOf(await asked.request("call_tool", { name: "browser_list_tabs", args: {} })));

beforeAll(async () => {
	site = new Site({ "/": "<title>Kept</title><p>text</p>" });
	home = await MonkHome.make();
	owner = await serve();
	chrome = await joinBrowser(home, { label: "Work", shareAll: false });
	await hurryPings(await chrome.offscreen());
	await chrome.open(site.url(), { background: true });
	popup = await chrome.openPopup();
	const tabId = await eventually(() => tabIdIn(popup, site.url()));
	await popup.click(`#act-${tabId}`);
	await eventually(async () => (await tabs()).includes("Kept"));
}, 60_000);

afterAll(async () => {
	await chrome?.close();
	await home?.close();
	await site?.close();
});

for (const signal of ["SIGTERM", "SIGKILL"] as const)
	test(`after the owner's ${signal} the popup says that it waits, and the next owner has the same browser and tabs`, async () => {
		owner.kill(signal);
		expect(await owner.exited).toBe(signal === "SIGTERM" ? 0 : 137);
		await statusBecomes("Waiting for monk");
		owner = await serve();
		// Asked at once, when the browser may still be on its way.
		expect(await tabs()).toContain("Kept");
		expect(await profiles()).toEqual([expect.objectContaining({ slug: "work", state: "connected", tabs: 1 })]);
		await statusBecomes("Connected as Work");
	});

test("an owner stopped in its tracks for longer than the limit is left, and found again when it goes on", async () => {
	owner.kill("SIGSTOP");
	await statusBecomes("Waiting for monk");
	owner.kill("SIGCONT");
	await statusBecomes("Connected as Work");
	expect(await tabs()).toContain("Kept");
});
