import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import { jsonLines, MonkHome, type MonkProcess } from "../support/monk-process.ts";
import { ScriptedScriptCat } from "../support/scriptcat/scripted-scriptcat.ts";
import { userScript } from "../support/scriptcat/sources.ts";

/** One owner in a process of its own, and a ScriptCat that joined by a typed code. */
let home: MonkHome;
let cat: ScriptedScriptCat;
let uuid: string;

beforeAll(async () => {
	home = await MonkHome.make();
	const pairing = home.start("pair", "--json");
	const { code } = JSON.parse((await pairing.waitFor(/^\{"code".*$/m))[0]) as { code: string };
	cat = new ScriptedScriptCat({ port: home.scriptCatPort, code, redialMs: 100 }).switchOn();
	expect(await pairing.exited).toBe(0);
	expect(jsonLines(pairing.stdout)[1]).toEqual({
		joined: { kind: "scriptcat", profileId: "scriptcat", slug: "scriptcat", label: "ScriptCat" },
	});
}, 60_000);

afterAll(async () => {
	await cat?.[Symbol.asyncDispose]();
	await home?.close();
}, 60_000);

const body = "let a = 1;\r\nlet b = '\u001b[31m\u202e';\nlet c = 3;";

beforeEach(() => {
	cat.library.scripts.clear();
	cat.policies.read = cat.policies.write = "allow";
	uuid = cat.library.add(userScript("Tidy", body, ["// @description \u001b]0;x\u0007words"])).uuid;
});

const run = (...words: string[]) => home.run("scripts", ...words);

/** Starts a command that asks a person, and waits until the page is there. */
async function asking(...words: string[]): Promise<MonkProcess> {
	cat.policies.write = "approval";
	const started = home.start("scripts", ...words);
	await eventually(() => cat.approvals.shown);
	return started;
}

describe("reading", () => {
	test("scripts are listed on a line each, without what could move a terminal, or as JSON", async () => {
		const [listed, asJson] = await Promise.all([run("list"), run("list", "--json")]);
		expect(listed).toEqual({
			stdout: `${uuid} (on) Tidy: \\u001b]0;x\\u0007words\n`,
			stderr: expect.any(String),
			exit: 0,
		});
		expect(jsonLines(asJson.stdout)).toMatchObject([{ uuid, name: "Tidy", enabled: true }]);
		expect(asJson.stdout).not.toContain("\u001b");
	});

	test("a script is meant by its uuid, the start of it, or its name", async () => {
		const [whole, start, name, nobody] = await Promise.all(
			[uuid, uuid.slice(0, 6), "tidy", "nobody"].map((word) => run("info", word)),
		);
		for (const told of [whole, start, name]) expect(told?.stdout).toContain(`uuid: ${uuid}\nname: Tidy\n`);
		expect(nobody).toMatchObject({
			exit: 3,
			stderr: expect.stringContaining('NOT_FOUND: there is no script "nobody"'),
		});
	});

	test("source goes into a pipe to the byte, whole however long, and lines alone when asked for", async () => {
		const long = cat.library.add(userScript("Long", "x".repeat(300_000)));
		const [whole, lines, all] = await Promise.all([
			run("source", uuid),
			run("source", uuid, "--lines", "7-8"),
			run("source", long.uuid),
		]);
		expect(whole.stdout).toBe(cat.library.find(uuid).code);
		expect(lines.stdout).toBe("let b = '\u001b[31m\u202e';\nlet c = 3;");
		expect(all.stdout).toBe(long.code);
	});

	test("a search shows hits with their lines, says how many, and fails for none of them", async () => {
		const [found, none] = await Promise.all([
			run("grep", uuid, "LET [bc]", "--regex", "--ignore-case", "--context", "1"),
			run("grep", uuid, "nowhere"),
		]);
		expect(found.stdout).toBe("  6 let a = 1;\n> 7 let b = '\\u001b[31m\\u202e';\n> 8 let c = 3;\n");
		expect(found.stderr).toContain("2 lines match of 8\n");
		expect(none).toMatchObject({ stdout: "", exit: 0, stderr: expect.stringContaining("Nothing found in 8 lines") });
	});
});

describe("changing", () => {
	test("a file is installed once a person allows it, to the byte", async () => {
		const file = join(home.folder, "new.user.js");
		const code = `\ufeff${userScript("New", "a\r\n😀\u0001")}`;
		await writeFile(file, code);
		const installing = await asking("install", file);
		await installing.waitForStderr(/waits for a person to decide in the browser; Ctrl-C gives up/);
		cat.decide({ allow: true });
		expect(await installing.exited).toBe(0);
		expect([...cat.library.scripts.values()].at(-1)?.code).toBe(code);
		expect(installing.stderr).toMatch(/installed [0-9a-f-]{36} \(New\)\n$/);
	});

	test("a call of a tool says as well what it waits for", async () => {
		cat.policies.write = "approval";
		const calling = home.start("call", "scripts_toggle", "--uuid", uuid, "--no-enable");
		await calling.waitForStderr(/waits for a person to decide in the browser; Ctrl-C gives up/);
		await eventually(() => cat.approvals.shown);
		cat.decide({ allow: true });
		expect([await calling.exited, calling.stdout]).toEqual([0, `### Result\nDisabled ${uuid}\n`]);
	});

	test("a person's no is status 1, nobody's answer and Ctrl-C are 2", async () => {
		const rejected = await asking("rm", uuid);
		cat.decide({ allow: false });
		expect([await rejected.exited, rejected.stderr.split("\n").at(-3)]).toEqual([
			1,
			"USER_REJECTED: user rejected the request",
		]);
		const interrupted = await asking("disable", uuid);
		interrupted.kill("SIGINT");
		expect(await interrupted.exited).toBe(2);
		await eventually(() => cat.approvals.pending.length === 0);
		expect(cat.decide({ allow: true })).toBe("error in the page");
		cat.approvals.closePage();
		expect(cat.library.find(uuid).enabled).toBe(true);
	});

	test("what an edit would change is shown before anybody is asked", async () => {
		const before = cat.library.find(uuid).code;
		const dry = await run("edit", uuid, "--replace", "let c = 3", "--with", "let c = 4", "--dry-run");
		expect(dry.stderr).toContain("-let c = 3;\n+let c = 4;\n");
		expect(dry.stderr).toContain("let b = '\\u001b[31m\\u202e';");
		expect(cat.library.find(uuid).code).toBe(before);
		const editing = await asking("edit", "Tidy", "--replace", "let c = 3", "--with", "let c = 4");
		await editing.waitForStderr(/-let c = 3;\n\+let c = 4;\n/);
		cat.decide({ allow: true });
		expect(await editing.exited).toBe(0);
		expect(cat.library.find(uuid).code).toBe(before.replace("c = 3", "c = 4"));
	});

	test("an edit that cannot be made asks nobody to make it", async () => {
		const file = join(home.folder, "edits.json");
		await writeFile(file, JSON.stringify([{ oldText: "let", newText: "var" }]));
		const asked = cat.idsOf("scripts.edit.request").length;
		const runs = await Promise.all([
			run("edit", uuid, "--file", file),
			run("edit", uuid, "--replace", "nowhere", "--with", "x"),
			run("edit", uuid, "--replace", "a", "--with", "a", "--all"),
			run("edit", uuid, "--replace", "a"),
		]);
		expect(runs.map(({ stderr, exit }) => [exit, stderr.split("\n").find((line) => line.includes(": monk "))])).toEqual(
			[
				[3, "INVALID_ARGUMENT: monk scripts edit: the text to replace occurs 3 times"],
				[3, "INVALID_ARGUMENT: monk scripts edit: the text to replace does not occur"],
				[3, "INVALID_ARGUMENT: monk scripts edit: the edits change nothing"],
				[3, "INVALID_ARGUMENT: monk scripts edit: --replace goes together with --with"],
			],
		);
		expect(cat.idsOf("scripts.edit.request")).toHaveLength(asked);
	});

	test("scripts are switched and deleted, and an address is downloaded by ScriptCat", async () => {
		cat.downloads.set("https://x.example/a.user.js", { code: userScript("From afar") });
		expect(await run("disable", uuid, "--json")).toMatchObject({ exit: 0 });
		expect(cat.library.find(uuid).enabled).toBe(false);
		const [installed, removed] = await Promise.all([
			run("install", "https://x.example/a.user.js", "--json"),
			run("rm", uuid),
		]);
		expect(jsonLines(installed.stdout)).toMatchObject([{ name: "From afar", enabled: true }]);
		expect(removed.stderr).toContain(`deleted ${uuid}`);
		expect([...cat.library.scripts.values()].map(({ code }) => code)).toEqual([userScript("From afar")]);
	});
});

test("files that are none, too long or no text are refused before anybody is asked", async () => {
	await writeFile(join(home.folder, "long.user.js"), Buffer.alloc(2 * 1024 * 1024 + 1, 97));
	await writeFile(join(home.folder, "broken.user.js"), Buffer.from([0x61, 0xff, 0x62]));
	const asked = cat.heard.length;
	const runs = await Promise.all(
		["nowhere.user.js", ".", "long.user.js", "broken.user.js"].map((file) => run("install", file)),
	);
	expect(runs.map(({ stderr, exit }) => [exit, stderr.split("\n")[0]])).toEqual([
		[3, "INVALID_ARGUMENT: nowhere.user.js is not there"],
		[3, "INVALID_ARGUMENT: . is no file"],
		[3, "PAYLOAD_TOO_LARGE: long.user.js is longer than 2 MiB"],
		[3, "INVALID_ARGUMENT: broken.user.js is no text in UTF-8"],
	]);
	expect(cat.heard.filter(({ method }) => method.startsWith("scripts.")).length).toBeLessThanOrEqual(asked);
});

test("the audit names each call, and holds no script's words", async () => {
	await run("source", uuid);
	const audit = await readFile(join(home.folder, "audit.jsonl"), "utf8");
	expect(audit).toContain('"tool":"scripts_source","outcome":"ok"');
	expect(audit).not.toMatch(/Tidy|let a|From afar/);
});
