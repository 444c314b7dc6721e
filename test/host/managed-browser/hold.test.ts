import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	endHeldBrowser,
	endHeldBrowsers,
	isAlive,
	readLease,
	runningLease,
} from "../../../lib/host/managed-browser/lease.ts";
import { openManagedBrowser, type PairFile } from "../../../lib/host/managed-browser/open.ts";
import { eventually } from "../../support/eventually.ts";
import { Site } from "../../support/site.ts";

let scratch: string;
let site: Site;

beforeAll(async () => {
	scratch = await mkdtemp(join(tmpdir(), "monk-hold-"));
	site = new Site({
		"/": "<title>held</title><script>fetch('/report', {method: 'POST', body: JSON.stringify(location.href)})</script>",
	});
});

afterAll(async () => {
	await endHeldBrowsers(scratch);
	await site.close();
	await rm(scratch, { recursive: true, force: true });
});

const pair: PairFile = { instanceId: "00", key: "secret", linkPort: 1, label: "test", shareAll: true };

const open = (name: string) =>
	openManagedBrowser({ folder: join(scratch, name), headless: true, url: site.url(`/?${name}`), pair });

test("a browser opens, shows the page, and ends with its lease", async () => {
	const opened = await open("lease");
	await eventually(() => site.reports.includes(site.url("/?lease")));
	expect(readLease(join(scratch, "lease"))).toMatchObject({ pid: opened.pid, browserPid: opened.browserPid });
	expect(await endHeldBrowser(join(scratch, "lease"))).toBe(true);
	await eventually(() => !isAlive(opened.browserPid) && !isAlive(opened.pid));
	expect(await endHeldBrowser(join(scratch, "lease"))).toBe(false);
});

test("SIGTERM at the holder ends its browser, and a browser that dies ends its holder", async () => {
	const first = await open("signals");
	process.kill(first.pid, "SIGTERM");
	await eventually(() => !isAlive(first.browserPid) && !isAlive(first.pid));
	const second = await open("signals");
	process.kill(second.browserPid, "SIGKILL");
	await eventually(() => !isAlive(second.pid));
	expect(readLease(join(scratch, "signals"))).toBeUndefined();
});

test("the browser ends with its holder, however that dies, and can be opened again", async () => {
	const opened = await open("killed");
	process.kill(opened.pid, "SIGKILL");
	await eventually(() => !isAlive(opened.browserPid));
	expect(runningLease(join(scratch, "killed"))).toBeUndefined();
	await open("killed");
	expect(await endHeldBrowser(join(scratch, "killed"))).toBe(true);
});

test("the key's file is its owner's alone, and is gone once forgotten", async () => {
	const opened = await open("key");
	const file = join(scratch, "key", "extension", "pair.json");
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(statSync(join(scratch, "key")).mode & 0o777).toBe(0o700);
	opened.forgetKey();
	expect(existsSync(file)).toBe(false);
	await endHeldBrowser(join(scratch, "key"));
});

test("a program that is no browser is BROWSER_START_FAILED, with its own words, and leaves no key", async () => {
	const program = join(scratch, "no-browser");
	await Bun.write(program, "#!/bin/sh\necho cannot open display >&2\nexit 1\n");
	await chmod(program, 0o755);
	const folder = join(scratch, "failed");
	const opening = openManagedBrowser({ folder, headless: true, browser: program, pair });
	await expect(opening).rejects.toMatchObject({
		code: "BROWSER_START_FAILED",
		message: expect.stringContaining("cannot open display"),
	});
	expect(existsSync(join(folder, "extension", "pair.json"))).toBe(false);
});

test("a second browser on the same folder is refused and leaves the first alone", async () => {
	const opened = await open("twice");
	await expect(open("twice")).rejects.toMatchObject({ code: "CONFLICT" });
	expect(isAlive(opened.browserPid)).toBe(true);
	await endHeldBrowser(join(scratch, "twice"));
});
