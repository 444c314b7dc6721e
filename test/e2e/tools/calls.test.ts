import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ToolResult } from "../../../lib/catalog/control.ts";
import { dialOwner, type OwnerConnection } from "../../../lib/host/owner/control-client.ts";
import { systemClock, systemRandom } from "../../../lib/host/system.ts";
import { VERSION } from "../../../lib/host/version.ts";
import { MonkHome } from "../../support/monk-process.ts";
import { Site } from "../../support/site.ts";

/** The tools as a client sees them, through the owner: their words, and what only the owner and the client decide. */
let home: MonkHome;
let site: Site;
let owner: OwnerConnection;

const connect = (): Promise<OwnerConnection> =>
	dialOwner({
		port: home.controlPort,
		tokenFile: join(home.folder, "control-token"),
		version: VERSION,
		pid: process.pid,
		clock: systemClock,
		random: systemRandom,
		client: { name: "a test" },
	});

const callAs = (client: OwnerConnection, name: string, args: object = {}): Promise<ToolResult> =>
	client.request("call_tool", { name, args });
const call = (name: string, args: object = {}): Promise<ToolResult> => callAs(owner, name, args);

const textOf = ({ content }: ToolResult): string =>
	content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
const refIn = (text: string, words: string): string =>
	new RegExp(`${words}.*\\[ref=(\\w+)\\]`).exec(text)?.[1] ?? `no ref for ${words}`;

beforeAll(async () => {
	home = await MonkHome.make();
	site = new Site({
		"/": "<title>First</title><label>Password <input type=password></label><button>Go</button><a href=/second target=_blank>Beside</a>",
		"/second": "<title>Second</title><h1>Second</h1><script>console.log('hello from the second')</script>",
	});
	const opened = await home.run("open", "--headless", site.url("/"));
	expect(opened.exit, opened.stderr).toBe(0);
	owner = await connect();
}, 90_000);

afterAll(async () => {
	owner.close();
	await home.close();
	await site.close();
}, 60_000);

test("what is typed is not said again, neither in the answer nor in the log", async () => {
	const ref = refIn(textOf(await call("browser_snapshot")), '"Password"');
	const typed = await call("browser_type", { ref, element: "Password", text: "hunter2-correct-horse" });
	expect(textOf(typed)).toContain("Typed into Password");
	expect(textOf(typed)).not.toContain("hunter2");
	expect(JSON.stringify(typed)).not.toContain("hunter2");
	expect(readFileSync(join(home.folder, "audit.jsonl"), "utf8")).not.toContain("hunter2");
});

test("the tab that a client opened it may close; any other needs its confirmation", async () => {
	const opened = await call("browser_new_tab", { url: site.url("/second") });
	expect(textOf(opened)).toContain('heading "Second"');
	const { tab } = opened.structuredContent as { tab: number };
	const other = await connect();
	const refused = await callAs(other, "browser_close_tab", { tab });
	// Whoever opened it is still at work there.
	expect(refused.structuredContent).toMatchObject({ code: "TAB_BUSY" });
	other.close();
	expect(textOf(await call("browser_close_tab", { tab }))).toContain(`Closed tab ${tab}`);
	expect((await call("browser_close_tab", { tab: 1 })).structuredContent).toMatchObject({ code: "CONFIRM_REQUIRED" });
	expect(textOf(await call("browser_list_tabs"))).toContain("tab 1: First");
});

test("a tab that a client's own act opened it may close as well", async () => {
	const ref = refIn(textOf(await call("browser_snapshot", { tab: 1 })), 'link "Beside"');
	const { started } = (await call("browser_click", { tab: 1, ref })).structuredContent as {
		started: { slot: number }[];
	};
	const tab = started[0]?.slot ?? 0;
	expect(textOf(await call("browser_close_tab", { tab }))).toContain(`Closed tab ${tab}`);
});

test("history, waiting and the console answer with the page as it then is", async () => {
	await call("browser_navigate", { url: site.url("/second") });
	expect(textOf(await call("browser_wait", { text: "Second" }))).toContain("Waited");
	const logs = textOf(await call("browser_get_console_logs"));
	expect(logs).toContain("[info] hello from the second");
	expect(logs).toMatch(/# end of page \w+/);
	const back = textOf(await call("browser_go_back"));
	expect(back).toContain(`Went back to ${site.url("/")}`);
	expect(back).toContain('button "Go"');
	expect(textOf(await call("browser_go_forward"))).toContain('heading "Second"');
	expect(textOf(await call("browser_press_key", { key: "Tab" }))).toContain("Pressed Tab");
	await call("browser_go_back");
});

test("the words of Playwright MCP are understood, and logged as ours", async () => {
	expect(textOf(await call("browser_wait_for", { time: 0.01 }))).toContain("Waited");
	expect(textOf(await call("browser_tabs", { action: "list" }))).toContain("tab 1: First");
	const { structuredContent } = await call("browser_evaluate", { function: "() => document.title" });
	expect(structuredContent).toMatchObject({ value: '"First"' });
	expect(readFileSync(join(home.folder, "audit.jsonl"), "utf8")).not.toContain('"tool":"unknown"');
});

test("a screenshot is an image for a client, and a file for a shell", async () => {
	const shot = await call("browser_screenshot");
	expect(shot.content.find((part) => part.type === "image")).toMatchObject({ mimeType: "image/png" });
	const ran = await home.run("call", "browser_screenshot", "--file", "shot.jpg");
	expect(ran.exit, ran.stderr).toBe(0);
	expect(ran.stdout).toContain(`Saved to ${join(home.folder, "shot.jpg")}`);
	expect(readFileSync(join(home.folder, "shot.jpg")).subarray(0, 3).toString("hex")).toBe("ffd8ff");
});

test("a file outside of the client's folder is not written, also not through a link", async () => {
	symlinkSync("/tmp", join(home.folder, "out"));
	for (const file of ["../escaped.png", "/tmp/monk-escaped.png", "out/monk-escaped.png"]) {
		const ran = await home.run("call", "browser_screenshot", "--file", file);
		expect(ran.exit).toBe(3);
		expect(ran.stderr).toContain("is not inside the current folder");
	}
	expect(existsSync(join(home.folder, "../escaped.png")) || existsSync("/tmp/monk-escaped.png")).toBe(false);
}, 30_000);
