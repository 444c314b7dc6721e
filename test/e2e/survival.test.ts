import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeExtension } from "../../lib/host/extension-folder.ts";
import { Chrome } from "../support/chrome.ts";
import { tabIdIn } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import { outcomeOf } from "../support/outcome.ts";
import { ScriptedOwner } from "../support/scripted-owner.ts";
import { give } from "../support/share-form.ts";
import { Site } from "../support/site.ts";

let site: Site;
let owner: ScriptedOwner;
let scratch: string;
let chrome: Chrome;

/** The same browser profile each time, as a person's is. */
const launch = (): Promise<Chrome> =>
	Chrome.launch({ extension: join(scratch, "extension"), profileDir: join(scratch, "profile") });

const pairFile = (): string => join(scratch, "extension", "pair.json");

beforeAll(async () => {
	scratch = await mkdtemp(join(tmpdir(), "monk-survival-"));
	site = new Site({ "/": "<title>Survivor</title>" });
	owner = new ScriptedOwner();
	const [instanceId, key] = [randomBytes(16).toString("hex"), new Uint8Array(randomBytes(32))];
	owner.enrol(instanceId, key);
	await writeExtension(join(scratch, "extension"));
	const pair = { instanceId, key: key.toHex(), linkPort: owner.port, label: "Lasting", shareAll: false };
	await Bun.write(pairFile(), JSON.stringify(pair));
	chrome = await launch();
	await owner.session(30_000);
	await rm(pairFile());
}, 60_000);

afterAll(async () => {
	await owner.die();
	await chrome.close();
	await site.close();
	await rm(scratch, { recursive: true, force: true });
});

async function shareInPopup(): Promise<void> {
	await chrome.open(site.url("/"), { background: true });
	const popup = await chrome.openPopup();
	const tabId = await eventually(() => tabIdIn(popup, site.url("/")));
	await popup.click(`#act-${tabId}`);
	await eventually(async () => (await owner.ask("list_tabs", {})).tabs.length === 1);
}

async function shareSiteInPopup(url: string): Promise<void> {
	await chrome.open(url, { background: true });
	const popup = await chrome.openPopup();
	const tab = await eventually(() => tabIdIn(popup, url));
	await give(popup, "look", { tab, scope: "site", until: "forever", client: "" });
	await popup.until(
		`document.querySelector("#listed-list").textContent.includes(${JSON.stringify(new URL(url).host)})`,
	);
}

test("an extension that is reloaded connects again by itself, as the same profile, with its slug", async () => {
	const [first] = owner.hellos;
	const worker = await chrome.serviceWorker();
	worker.evaluate("chrome.runtime.reload()").catch(() => undefined);
	await eventually(() => owner.hellos.length >= 2, { within: 25_000 });
	expect(owner.hellos.at(-1)).toMatchObject({
		profileId: first?.profileId,
		label: "Lasting",
		slug: "lasting",
		tabs: [],
	});
});

test("a browser that is restarted connects again without the file; a site's share comes back and a tab's does not", async () => {
	await shareInPopup();
	const kept = site.url("/", "other");
	await shareSiteInPopup(kept);
	const before = owner.hellos.length;
	await chrome.close();
	chrome = await launch();
	await eventually(() => owner.hellos.length > before, { within: 25_000 });
	expect(owner.hellos.at(-1)).toMatchObject({ profileId: owner.hellos[0]?.profileId, slug: "lasting", tabs: [] });
	await owner.session();
	await chrome.open(site.url("/"), { background: true });
	await chrome.open(kept, { background: true });
	await eventually(async () => (await owner.ask("list_tabs", {})).tabs.length > 0);
	expect((await owner.ask("list_tabs", {})).tabs.map(({ url }) => url)).toEqual([kept]);
	const wide = [{ scope: "site" as const, site: new URL(kept).origin, power: "look" as const }];
	await eventually(() => owner.consents.at(-1)?.wide.length === 1);
	expect(owner.consents.at(-1)).toEqual({ stopped: false, endedShares: 1, wide });
	const popup = await chrome.openPopup();
	await popup.until(`document.querySelector("#lost").textContent.startsWith("1 share of a tab or group has ended")`);
	const tabId = await eventually(() => tabIdIn(popup, site.url("/")));
	await popup.click(`#act-${tabId}`);
	await popup.until(`document.querySelector("#lost").hidden`);
	await popup.click("#listed-list button");
	await popup.until(`document.querySelector("#listed").hidden`);
});

test("a stop of everything outlives a reload of the extension and a restart of the browser", async () => {
	const listed = (): Promise<string> => outcomeOf(owner.ask("list_tabs", {}));
	const popup = await chrome.openPopup();
	await popup.click("#stop");
	await popup.until(`document.querySelector("#stop").textContent === "Resume"`);
	const before = owner.hellos.length;
	const worker = await chrome.serviceWorker();
	worker.evaluate("chrome.runtime.reload()").catch(() => undefined);
	await eventually(() => owner.hellos.length > before, { within: 25_000 });
	await owner.session();
	expect(await listed()).toStartWith("STOPPED_BY_USER");
	await chrome.close();
	chrome = await launch();
	await eventually(() => owner.hellos.length > before + 1, { within: 25_000 });
	await owner.session();
	expect(await listed()).toStartWith("STOPPED_BY_USER");
	const again = await chrome.openPopup();
	await again.click("#stop");
	await again.until(`document.querySelector("#stop").textContent === "Stop everything"`);
	expect(await listed()).not.toStartWith("STOPPED_BY_USER");
});

test("a new file beside the extension makes it another owner's, sharing as that file says", async () => {
	const other = new ScriptedOwner();
	const [instanceId, key] = [randomBytes(16).toString("hex"), new Uint8Array(randomBytes(32))];
	other.enrol(instanceId, key);
	const pair = { instanceId, key: key.toHex(), linkPort: other.port, label: "Managed", shareAll: true };
	await Bun.write(pairFile(), JSON.stringify(pair));
	await chrome.close();
	chrome = await launch();
	await other.session(30_000);
	await rm(pairFile());
	await chrome.open(site.url("/"), { background: true });
	await eventually(async () => (await other.ask("list_tabs", {})).tabs.some(({ title }) => title === "Survivor"));
	await chrome.close();
	chrome = await launch();
	await eventually(() => other.hellos.length >= 2, { within: 25_000 });
	await other.session();
	await chrome.open(site.url("/"), { background: true });
	await eventually(async () => (await other.ask("list_tabs", {})).tabs.some(({ title }) => title === "Survivor"));
	await other.die();
});
