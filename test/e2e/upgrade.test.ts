import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleExtension, withManifest } from "../../build.ts";
import { writeExtension } from "../../lib/host/extension-folder.ts";
import { Chrome } from "../support/chrome.ts";
import { eventually } from "../support/eventually.ts";
import { outcomeOf } from "../support/outcome.ts";
import { ScriptedOwner } from "../support/scripted-owner.ts";

const key = new Uint8Array(32).fill(7);
const instanceId = "ab".repeat(16);

let files: ReadonlyMap<string, Uint8Array>;
let folder: string;
let owner: ScriptedOwner;
let chrome: Chrome;

const build = (version: string): Map<string, Uint8Array> =>
	withManifest(
		[...files].filter(([path]) => path !== "manifest.json"),
		version,
	);

const linkPage = async (): Promise<string | undefined> =>
	(await chrome.targets()).find(({ url }) => url.endsWith("/offscreen.html"))?.targetId;

/** Lets go of the connection, as an owner does that gives way to a newer one, and waits for the next hello. */
async function nextHello(): Promise<string> {
	const before = owner.hellos.length;
	(await owner.session()).peer.close();
	await eventually(() => owner.hellos.length > before, { within: 20_000 });
	return owner.hellos.at(-1)?.extVersion ?? "none";
}

beforeAll(async () => {
	files = await bundleExtension();
	folder = join(await mkdtemp(join(tmpdir(), "monk-upgrade-")), "extension");
	owner = new ScriptedOwner();
	owner.enrol(instanceId, key);
	await writeExtension(folder, build("0.1.0"));
	const pair = { instanceId, key: key.toHex(), linkPort: owner.port, label: "Test", shareAll: true };
	chrome = await Chrome.launch({ extension: folder, pair });
	await owner.session(30_000);
});

afterAll(async () => {
	await owner?.die();
	await chrome?.close();
	await rm(join(folder, ".."), { recursive: true, force: true });
});

test("a newer extension in its folder is noticed at the next greeting, and loaded by a reload of its own", async () => {
	expect(owner.hellos.at(-1)?.extVersion).toBe("0.1.0");
	const before = await eventually(linkPage);
	await writeExtension(folder, build("0.1.1"));
	await nextHello();
	await eventually(() => owner.hellos.at(-1)?.extVersion === "0.1.1", { within: 20_000 });
	expect(await eventually(linkPage)).not.toBe(before);
	expect(await owner.ask("list_tabs", {})).toHaveProperty("tabs");
});

test("it reloads once, and then stays", async () => {
	const before = await eventually(linkPage);
	expect(await nextHello()).toBe("0.1.1");
	await owner.session();
	expect(await nextHello()).toBe("0.1.1");
	expect(await linkPage()).toBe(before);
});

test("a stop of everything holds through the reload", async () => {
	const listed = (): Promise<string> => outcomeOf(owner.ask("list_tabs", {}));
	const popup = await chrome.openPopup();
	await popup.click("#stop");
	await popup.until(`document.querySelector("#stop").textContent === "Resume"`);
	await writeExtension(folder, build("0.1.2"));
	await nextHello();
	await eventually(() => owner.hellos.at(-1)?.extVersion === "0.1.2", { within: 20_000 });
	await owner.session();
	expect(await listed()).toStartWith("STOPPED_BY_USER");
	const again = await chrome.openPopup();
	await again.click("#stop");
	await again.until(`document.querySelector("#stop").textContent === "Stop everything"`);
	expect(await listed()).toBe("no error");
});

test("a manifest that breaks off makes it do nothing", async () => {
	const before = await eventually(linkPage);
	await Bun.write(join(folder, "manifest.json"), '{"name": "monk", "ver');
	expect(await nextHello()).toBe("0.1.2");
	expect(await nextHello()).toBe("0.1.2");
	expect(await linkPage()).toBe(before);
});
