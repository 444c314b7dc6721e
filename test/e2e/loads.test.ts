import { afterAll, beforeAll, expect, test } from "bun:test";
import { EXTENSION_ID } from "../../lib/host/extension-id.ts";
import { VERSION } from "../../lib/host/version.ts";
import { Chrome } from "../support/chrome.ts";
import { eventually } from "../support/eventually.ts";

let chrome: Chrome;

beforeAll(async () => {
	chrome = await Chrome.launch({ extension: true });
});

afterAll(() => chrome.close());

interface Loaded {
	readonly state: string;
	readonly version: string;
	readonly manifestErrors: readonly unknown[];
	readonly runtimeErrors: readonly { readonly message: string }[];
}

test("Chrome loads the extension under its fixed id, and finds no fault with it", async () => {
	expect(chrome.extensionId).toBe(EXTENSION_ID);
	const settings = await chrome.open("chrome://extensions/");
	const loaded = await settings.evaluate<Loaded>(`chrome.developerPrivate.getExtensionInfo("${EXTENSION_ID}")`);
	expect(loaded).toMatchObject({ state: "ENABLED", manifestErrors: [], runtimeErrors: [] });
	expect(loaded.version).toMatch(new RegExp(`^${VERSION} \\(build [0-9a-f]{8}\\)$`));
});

test("its worker starts, and opens the page that holds the link", async () => {
	const worker = await chrome.serviceWorker();
	expect(await worker.evaluate<string>("chrome.runtime.getManifest().version")).toBe(VERSION);
	await worker.detach();
	await eventually(async () => (await chrome.targets()).some(({ url }) => url.endsWith("/offscreen.html")));
});

test("it comes back enabled when it is reloaded", async () => {
	const linkPage = async (): Promise<string | undefined> =>
		(await chrome.targets()).find(({ url }) => url.endsWith("/offscreen.html"))?.targetId;
	const before = await eventually(linkPage);
	const settings = await chrome.open("chrome://extensions/");
	await settings.evaluate(`chrome.developerPrivate.reload("${EXTENSION_ID}", {failQuietly: true})`);
	await eventually(async () => ![undefined, before].includes(await linkPage()));
	expect(await settings.evaluate<Loaded>(`chrome.developerPrivate.getExtensionInfo("${EXTENSION_ID}")`)).toMatchObject({
		state: "ENABLED",
	});
});
