import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { VERSION } from "../../lib/host/version.ts";
import { compiledMonk } from "../support/compiled.ts";
import { eventually } from "../support/eventually.ts";
import { MonkHome } from "../support/monk-process.ts";
import { Site } from "../support/site.ts";

let home: MonkHome;
let site: Site;

beforeAll(async () => {
	home = await MonkHome.make({ monk: await compiledMonk() });
	site = new Site({
		"/": `<title>first</title><h1>First</h1>
			<button onclick="fetch('/report', {method: 'POST', body: JSON.stringify({trusted: event.isTrusted})})">Press</button>`,
		"/second": "<title>second</title><h1>Second</h1>",
	});
}, 60_000);

afterAll(async () => {
	await home.close();
	await site.close();
}, 60_000);

test("a first page that cannot be shown is told, without its login, and the browser is there all the same", async () => {
	const opened = await home.run("open", "--headless", "http://user:hush@127.0.0.1:1/");
	expect(opened.stdout).toBe("managed is open, and all its tabs are shared\n");
	expect(opened.stderr).toMatch(/^NAVIGATION_FAILED: http:\/\/127\.0\.0\.1:1\/: net::ERR_\w+$/m);
	expect(opened.stderr).not.toContain("hush");
	expect(opened.exit).toBe(3);
}, 90_000);

test("the executable shows a page in that browser, reads it and clicks in it", async () => {
	const opened = await home.run("open", site.url());
	expect(opened.exit, opened.stderr).toBe(0);
	const read = await home.run("call", "browser_snapshot");
	expect(read.stdout).toContain('heading "First"');
	const ref = /button "Press".*?\[ref=(\w+)\]/.exec(read.stdout)?.[1] ?? "none";
	const clicked = await home.run("call", "browser_click", "--ref", ref, "--element", "Press button");
	expect(clicked.exit, clicked.stdout + clicked.stderr).toBe(0);
	expect(await eventually(() => site.reports[0])).toEqual({ trusted: true });
}, 90_000);

test("it goes elsewhere and evaluates there", async () => {
	const went = await home.run("call", "browser_navigate", "--url", site.url("/second"));
	expect(went.stdout).toContain('heading "Second"');
	const evaluated = await home.run("call", "browser_evaluate", "--expression", "document.title + location.pathname");
	expect(evaluated.stdout).toContain('"second/second"');
	expect(site.requests.map(({ path }) => path)).toContain("/second");
}, 60_000);

test("opening a page again gives the browser that runs a new tab", async () => {
	const opened = await home.run("open", site.url("/second?again"));
	expect(opened.exit, opened.stderr).toBe(0);
	expect(opened.stdout).toContain("managed was open already");
	const tabs = await home.run("call", "browser_list_tabs");
	expect(tabs.stdout).toContain("/second?again");
}, 60_000);

test("it runs nothing that lies in the current folder", async () => {
	const folder = join(home.folder, "trap");
	await mkdir(folder);
	await Bun.write(join(folder, ".env"), "BUN_CONFIG_VERBOSE_FETCH=1\nMONK_CONTROL_PORT=bad\n");
	await Bun.write(join(folder, "bunfig.toml"), 'preload = ["./trap.ts"]\n');
	await Bun.write(join(folder, "trap.ts"), 'console.log("trapped"); process.exit(9);\n');
	const { MONK_CONTROL_PORT: _, ...env } = home.env;
	const monk = Bun.spawn([await compiledMonk(), "--version"], { cwd: folder, env, stdout: "pipe", stderr: "pipe" });
	expect(await new Response(monk.stdout).text()).toBe(`${VERSION}\n`);
	expect(await new Response(monk.stderr).text()).toBe("");
	expect(await monk.exited).toBe(0);
});
