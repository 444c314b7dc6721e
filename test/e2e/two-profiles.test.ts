import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../lib/host/system.ts";
import { Chrome } from "../support/chrome.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/monk-process.ts";
import { Site } from "../support/site.ts";
import { codeOf, rejection, TestOwner, textOf } from "../support/test-owner.ts";

const ports = { control: freePort(), link: freePort() };
let folder: string;
let site: Site;
let monk: TestOwner;
let work: Chrome;
let home: Chrome;

async function enter(label: string): Promise<Chrome> {
	const client = await monk.client();
	const { instanceId, key } = await client.request("enroll", { label });
	const pair = { instanceId, key, linkPort: ports.link, label, shareAll: true };
	const chrome = await Chrome.launch({ extension: true, pair });
	await client.request("profile_wait", { instanceId });
	client.close();
	return chrome;
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "monk-two-"));
	site = new Site({ "/work": "<title>At work</title>", "/home": "<title>At home</title>" });
	monk = await TestOwner.start(folder, systemClock, { ports });
	[work, home] = await Promise.all([enter("Work"), enter("Home")]);
	await Promise.all([work.open(site.url("/work")), home.open(site.url("/home"))]);
}, 60_000);

afterAll(async () => {
	await Promise.all([work?.close(), home?.close()]);
	await monk?.[Symbol.asyncDispose]();
	await site?.close();
	if (folder) await rm(folder, { recursive: true, force: true });
});

const profiles = () =>
	monk.owner
		.status()
		.profiles.map(({ slug, state }) => `${slug} ${state}`)
		.toSorted();

const title = (args: Record<string, unknown>) =>
	monk.call("browser_evaluate", { ...args, expression: "document.title" });

const connections = async (slug: string) =>
	(await monk.audit()).filter(({ event, profile }) => event === "profile-connected" && profile === slug).length;

test("each of two browsers is reached by its name or the start of it, and without one the call says which there are", async () => {
	// A browser tells of a new tab within a quarter of a second.
	await eventually(async () => textOf(await title({ profile: "work" })).includes("At work"));
	await eventually(async () => textOf(await title({ profile: "h" })).includes("At home"));
	const unnamed = await title({});
	expect(codeOf(unnamed)).toBe("PROFILE_AMBIGUOUS");
	expect(textOf(unnamed)).toMatch(/home, work|work, home/);
});

test("both are read at once, side by side", async () => {
	const both = textOf(await monk.call("browser_get_text", { profile: ["work", "home"] }));
	expect(both).toMatch(/## Profile work[\s\S]*- URL: \S*\/work[\s\S]*## Profile home[\s\S]*- URL: \S*\/home/);
});

test("a browser whose extension starts anew replaces its own connection, and the other's stays", async () => {
	const before = [await connections("work"), await connections("home")];
	const worker = await work.serviceWorker();
	worker.evaluate("chrome.runtime.reload()").catch(() => undefined);
	await eventually(async () => (await connections("work")) > (before[0] ?? 0), { within: 25_000 });
	await eventually(() => profiles().join() === "home connected,work connected");
	expect(await connections("home")).toBe(before[1] as number);
	expect(textOf(await title({ profile: "home" }))).toContain("At home");
});

test("both keep their names under the next owner", async () => {
	await monk.owner.stop("test");
	monk = await TestOwner.start(folder, systemClock, { ports });
	const both = await monk.call("browser_get_text", { profile: ["work", "home"] });
	expect(both.isError).toBeUndefined();
	expect(profiles()).toEqual(["home connected", "work connected"]);
});

test("a browser that is closed is named as offline, and the other goes on", async () => {
	await home.close();
	await eventually(() => profiles().includes("home offline"));
	const refused = await title({ profile: "home" });
	expect(codeOf(refused)).toBe("BROWSER_OFFLINE");
	expect(textOf(refused)).toContain("home is offline");
	expect(textOf(await title({}))).toContain("At work");
	expect(textOf(await monk.call("browser_list_tabs"))).toContain("home (Home): offline");
});

test("a browser that is forgotten loses its connection and its key, and cannot come back with it", async () => {
	const client = await monk.client();
	expect(await rejection(client.request("profile_forget", { profile: "work" }))).toMatchObject({
		code: "CONFIRM_REQUIRED",
	});
	await client.request("profile_forget", { profile: "work", confirm: true });
	expect(profiles()).toEqual(["home offline"]);
	await eventually(async () =>
		(await monk.audit()).some(
			({ event, session }) => event === "session" && JSON.stringify(session).includes("unknown"),
		),
	);
	const popup = await work.openPopup();
	await popup.until(`document.body.innerText.includes("again")`, 20_000);
	expect(profiles()).toEqual(["home offline"]);
});
