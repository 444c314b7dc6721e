import { afterAll, beforeAll, expect, test } from "bun:test";
import { Chrome } from "../support/chrome.ts";
import { refOf, tabIdIn } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import { jsonLines, MonkHome } from "../support/monk-process.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

let home: MonkHome;
let chrome: Chrome;
let site: Site;
let popup: Page;

beforeAll(async () => {
	// The same code uncompiled: the other tests of processes run the executable.
	home = await MonkHome.make({ monk: "source" });
	site = new Site({
		"/": `<title>Orders</title><h1>Orders</h1><button onclick="document.title = 'Sent ' + event.isTrusted">Send</button>`,
	});
	home.start("serve");
	chrome = await Chrome.launch({ extension: true });
	popup = await chrome.openPopup();
	// What is drawn late would move what is clicked.
	await popup.until(`document.querySelector("#tabs li") !== null`);
	await popup.click("#more summary");
	await popup.fill("#port", String(home.linkPort));
	await popup.click("#save");
	await popup.until(`document.querySelector("#port").defaultValue === "${home.linkPort}"`);
}, 60_000);

afterAll(async () => {
	await chrome.close();
	await home.close();
	await site.close();
});

test("a person types the code of `monk pair` into the popup, shares a tab, and `monk call` reads it and clicks in it", async () => {
	const pairing = home.start("pair", "--json");
	const [{ code } = { code: "" }] = await eventually(() => {
		const lines = jsonLines<{ code: string }>(pairing.stdout);
		return lines.length > 0 ? lines : undefined;
	});
	await popup.fill("#code", code);
	await popup.press("Enter");
	expect(await pairing.exited).toBe(0);
	expect(jsonLines(pairing.stdout)[1]).toMatchObject({ joined: { slug: expect.any(String) } });
	await popup.until(`document.querySelector("#status").textContent.startsWith("Connected as")`);

	const page = await chrome.open(site.url("/"), { background: true });
	const unshared = await home.run("call", "browser_snapshot");
	expect(unshared.exit).toBe(3);
	expect(unshared.stdout + unshared.stderr).toContain("NOT_SHARED");

	await popup.click(`#act-${await eventually(() => tabIdIn(popup, site.url("/")))}`);
	const { stdout } = await eventually(async () => {
		const read = await home.run("call", "browser_snapshot");
		return read.exit === 0 ? read : undefined;
	});
	expect(stdout).toContain('heading "Orders"');

	const clicked = await home.run("call", "browser_click", "--ref", refOf(stdout, 'button "Send"'), "--element", "Send");
	expect([clicked.exit, clicked.stderr]).toEqual([0, ""]);
	expect(await page.evaluate("document.title")).toBe("Sent true");
}, 60_000);
