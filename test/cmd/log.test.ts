import { afterAll, beforeAll, expect, test } from "bun:test";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonLines, MonkHome } from "../support/monk-process.ts";

let home: MonkHome;

const line = (minute: number, rest: object): string =>
	`${JSON.stringify({ at: `2026-05-01T12:0${minute}:00.000Z`, ...rest })}\n`;

const call = (tool: string, profile: string) => ({
	event: "call",
	client: "an agent",
	tool,
	profile,
	outcome: "ok",
	ms: 3,
});

beforeAll(async () => {
	home = await MonkHome.make();
	await writeFile(join(home.folder, "audit.2.jsonl"), line(0, { event: "owner-started", version: "0.1.0", pid: 1 }));
	await writeFile(join(home.folder, "audit.1.jsonl"), line(1, call("browser_click", "work")));
	await writeFile(
		join(home.folder, "audit.jsonl"),
		line(2, call("browser_click", "home")) +
			line(3, call("browser_type", "work")) +
			line(4, { event: "client-accepted", client: "\u001b[2Jevil\n2026-01-01 forged\u202e", version: "1" }) +
			line(5, {
				event: "session",
				link: "monk",
				session: { kind: "ended", link: "monk", at: "verifying", why: "wrong-code" },
			}) +
			'{"at":"2026-05-01T12:0',
	);
});

afterAll(() => home.close());

const tools = (stdout: string) => jsonLines<{ tool?: string; profile?: string }>(stdout).map(({ tool }) => tool);

test("the log comes oldest first, with the files that were put aside, and says what it could not read", async () => {
	const { stdout, stderr, exit } = await home.run("log");
	const lines = stdout.trimEnd().split("\n");
	expect(lines.map((text) => text.slice(0, 24))).toEqual(lines.map((text) => text.slice(0, 24)).toSorted());
	expect(lines).toHaveLength(6);
	expect(lines[1]).toBe(
		'2026-05-01T12:01:00.000Z call client="an agent" tool=browser_click profile=work outcome=ok ms=3',
	);
	expect(lines[5]).toBe(
		"2026-05-01T12:05:00.000Z session link=monk session.kind=ended session.link=monk session.at=verifying session.why=wrong-code",
	);
	expect(stderr).toBe("lines that could not be read: 1\n");
	expect(exit).toBe(0);
});

test("a name can neither forge a line nor command the terminal", async () => {
	const { stdout } = await home.run("log", "--since", "2026-05-01T12:04:00Z");
	expect(stdout.split("\n")[0]).toBe(
		'2026-05-01T12:04:00.000Z client-accepted client="\\u001b[2Jevil\\n2026-01-01 forged\\u202e" version=1',
	);
	const json = await home.run("log", "--since", "2026-05-01T12:04:00Z", "--json");
	expect(json.stdout).not.toContain("\u001b");
	expect(json.stdout).not.toContain("\u202e");
});

test("it can be narrowed down by time, tool and profile", async () => {
	expect(tools((await home.run("log", "--json", "--tool", "browser_click")).stdout)).toHaveLength(2);
	const both = await home.run("log", "--json", "--tool", "browser_click", "--profile", "work");
	expect(tools(both.stdout)).toEqual(["browser_click"]);
	const late = await home.run("log", "--json", "--since", "2026-05-01T12:03:00Z", "--profile", "work");
	expect(tools(late.stdout)).toEqual(["browser_type"]);
});

test("a log that is followed goes on in the file that takes its place", async () => {
	await using own = await MonkHome.make();
	const path = join(own.folder, "audit.jsonl");
	const following = own.start("log", "--follow", "--json");
	await writeFile(path, line(1, { event: "owner-stopped", reason: "one" }));
	await following.waitFor(/"one"/);
	await rename(path, join(own.folder, "audit.1.jsonl"));
	await writeFile(path, line(2, { event: "owner-stopped", reason: "two" }));
	await following.waitFor(/"two"/);
	following.kill("SIGINT");
	expect(await following.exited).toBe(0);
	expect(jsonLines(following.stdout)).toHaveLength(2);
});

test("a time that is none is refused", async () => {
	const { stderr, exit } = await home.run("log", "--since", "yesterday");
	expect(stderr).toMatch(/^INVALID_ARGUMENT: --since takes .*\n.*monk log --since/);
	expect(exit).toBe(3);
});
