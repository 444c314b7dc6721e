import { afterAll, beforeAll, expect, test } from "bun:test";
import { limits } from "../../lib/wire/limits.ts";
import { Chrome } from "../support/chrome.ts";
import { eventually } from "../support/eventually.ts";
import { hurryPings } from "../support/hurried-pings.ts";
import { ManualClock } from "../support/manual-clock.ts";
import type { Page } from "../support/page.ts";
import { SilentProxy } from "../support/silent-proxy.ts";
import { codeOf, TestOwner } from "../support/test-owner.ts";

const hour = 3_600_000;

/** The owner's time, which the test owns; the extension has the browser's. */
const clock = new ManualClock(Date.now());
let monk: TestOwner;
let proxy: SilentProxy;
let chrome: Chrome;
let offscreen: Page;

beforeAll(async () => {
	monk = await TestOwner.start(undefined, clock);
	proxy = await SilentProxy.to(monk.owner.ports.link);
	const { instanceId, key } = await monk.enrol();
	const pair = { instanceId, key: key.toHex(), linkPort: proxy.port, label: "Test", shareAll: true };
	chrome = await Chrome.launch({ extension: true, pair });
	await eventually(() => state() === "connected");
	offscreen = await chrome.offscreen();
}, 60_000);

afterAll(async () => {
	await chrome?.close();
	await proxy?.[Symbol.asyncDispose]();
	await monk?.[Symbol.asyncDispose]();
});

const state = (): string | undefined => monk.owner.status().profiles[0]?.state;

const timesConnected = async (): Promise<number> =>
	(await monk.audit()).filter(({ event }) => event === "profile-connected").length;

const listTabs = async (): Promise<unknown> => codeOf(await monk.call("browser_list_tabs"));

test("an hour that the owner slept is no reason to give a browser up", async () => {
	clock.sleep(hour);
	expect(state()).toBe("connected");
	expect(await listTabs()).toBeUndefined();
	expect(await timesConnected()).toBe(1);
});

test("nor is one that the browser slept, whose clock then jumps", async () => {
	await offscreen.evaluate(`{ const real = Date.now; Date.now = () => real() + ${hour}; }`);
	expect(await listTabs()).toBeUndefined();
	expect(await timesConnected()).toBe(1);
});

test("a line that swallows everything is noticed by the owner and by the extension, which dials again", async () => {
	await hurryPings(offscreen);
	proxy.cut();
	await eventually(async () => (await timesConnected()) === 2 && state() === "connected");
	proxy.fallSilent();
	for (let round = 0; round <= limits.framesPingsMissed; round++) {
		expect(state()).toBe("connected");
		const before = proxy.swallowed;
		clock.advance(limits.framesPingMs);
		if (round < limits.framesPingsMissed) await eventually(() => proxy.swallowed > before);
	}
	expect(state()).toBe("offline");
	await eventually(async () => (await timesConnected()) === 3 && state() === "connected");
	expect(await listTabs()).toBeUndefined();
});
