/**
 * Pictures of what a person sees, light and dark, for a look at them: `bun run shots` writes them to dist/shots.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DrivenBrowser, tabIdIn } from "./support/driven-browser.ts";
import { eventually } from "./support/eventually.ts";
import { choose, give } from "./support/share-form.ts";
import { Site } from "./support/site.ts";

const folder = join(import.meta.dir, "../dist/shots");
await mkdir(folder, { recursive: true });
await using site = new Site({
	"/": "<title>Orders, a page with quite a long title</title>",
	"/two": "<title>Two</title>",
});
await using browser = await DrivenBrowser.start();
await browser.openShared(site.url());
await browser.openShared(site.url("/two"), "look");
await browser.chrome.open(site.url("/ruled", "other"));
const popup = await browser.openPopup();
await popup.until(`document.querySelector("#tabs li") !== null`);
const ruled = await eventually(() => tabIdIn(popup, site.url("/ruled", "other")));
const first = await eventually(() => tabIdIn(popup, site.url()));
await choose(popup, { tab: ruled });
await popup.click("#rule-out");
await give(popup, "act", { tab: first, scope: "site", until: "3600000", client: "only monk call" });
await popup.until(`document.querySelectorAll("#listed-list li").length > 0`);
await popup.send("Emulation.setDeviceMetricsOverride", {
	width: 360,
	height: 600,
	deviceScaleFactor: 2,
	mobile: false,
});
for (const scheme of ["light", "dark"]) {
	await popup.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
	for (const place of ["top", "end"]) {
		await popup.evaluate(`scrollTo(0, ${place === "top" ? 0 : "document.body.scrollHeight"})`);
		const file = join(folder, `popup-${scheme}-${place}.png`);
		await popup.screenshot(file);
		console.log(file);
	}
}
