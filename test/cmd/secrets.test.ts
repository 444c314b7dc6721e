import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { MonkError } from "../../lib/errors/error.ts";
import { jsonLines, MonkHome } from "../support/monk-process.ts";
import { dialLink, ScriptedExtension, tab } from "../support/scripted-extension.ts";

/** What a person or an agent hands to monk in one session and wants to find nowhere afterwards. */
const typed = "hunter2-typed-password";
const inExpression = "swordfish-in-an-expression";
const inQuery = "opensesame-in-a-query";
const inBadArgument = "abracadabra-in-a-bad-argument";
const inToolName = "shibboleth-as-a-tool";
const inPageError = "xyzzy-said-by-a-page";
const inBrokenFrame = "plugh-in-a-broken-frame";

let home: MonkHome;
const secrets: string[] = [typed, inExpression, inQuery, inBadArgument, inToolName, inPageError, inBrokenFrame];

const instanceId = "78".repeat(16);

async function pairOnce(): Promise<{ code: string; pairing: ReturnType<MonkHome["start"]> }> {
	const pairing = home.start("pair", "--json");
	const { code } = JSON.parse((await pairing.waitFor(/^\{"code".*$/m))[0]) as { code: string };
	return { code, pairing };
}

const otherThan = (code: string): string => code.slice(0, -1) + (code.endsWith("2") ? "3" : "2");

async function sendBrokenFrames(): Promise<void> {
	for (const text of [
		`{"k":"req","password":"${inBrokenFrame}"`,
		`{"k":"ntf","type":"${inBrokenFrame}","payload":{}}`,
	]) {
		const socket = await dialLink(home.linkPort);
		const closed = new Promise((resolve) => socket.addEventListener("close", resolve, { once: true }));
		socket.send(text);
		await closed;
	}
}

async function makeCalls(): Promise<void> {
	await home.run("call", "browser_type", "--ref", "e1", "--text", typed);
	await home.run("call", "browser_evaluate", "--expression", `"${inExpression}"`);
	await home.run("call", "browser_navigate", "--url", `https://site.example/in?token=${inQuery}#${inQuery}`);
	await home.run("call", "browser_click", JSON.stringify({ ref: "e1", count: inBadArgument }));
	await home.run("call", inToolName);
	await home.run("call", "browser_snapshot");
}

beforeAll(async () => {
	home = await MonkHome.make();
	const { code, pairing } = await pairOnce();
	secrets.push(code, code.replace("-", ""));
	const wrong = otherThan(code);
	secrets.push(wrong, wrong.replace("-", ""));
	await ScriptedExtension.connect({ linkPort: home.linkPort, credentials: { instanceId, code: wrong } });
	const url = `https://user:${inQuery}@site.example/a?token=${inQuery}`;
	const extension = await ScriptedExtension.connect({
		linkPort: home.linkPort,
		credentials: { instanceId, code },
		label: "Work",
		tabs: [tab(1, { url, title: inPageError })],
		scripts: {
			browser_snapshot: () => {
				throw new MonkError("EVAL_ERROR", inPageError);
			},
		},
	});
	await pairing.exited;
	if (extension.key !== undefined) secrets.push(extension.key.toHex());
	secrets.push((await readFile(join(home.folder, "control-token"), "utf8")).trim());
	await sendBrokenFrames();
	await makeCalls();
	extension.close();
	await home.run("stop");
}, 60_000);

afterAll(() => home.close());

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true, recursive: true });
	return (
		entries
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			// Bun's cache, when monk runs from source with this folder as its home.
			.filter((path) => !path.startsWith(join(folder, ".bun/")))
	);
}

test("no code, key, token, typed text, expression or query is in any file but peers.json", async () => {
	const files = (await filesIn(home.folder)).filter((path) => path !== join(home.folder, "peers.json"));
	expect(files.map((path) => path.slice(home.folder.length + 1))).toContain("audit.jsonl");
	expect(files.map((path) => path.slice(home.folder.length + 1))).toContain("logs/owner.log");
	expect(secrets).toHaveLength(13);
	for (const path of files) {
		const text = (await readFile(path, "utf8")).toLowerCase();
		expect([path, secrets.filter((secret) => text.includes(secret.toLowerCase()))]).toEqual([path, []]);
	}
});

test("every file and folder is its owner's alone", async () => {
	expect((await stat(home.folder)).mode & 0o077).toBe(0);
	for (const path of await filesIn(home.folder)) expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0]);
});

test("the audit says who called what, where, and what became of it", async () => {
	const lines = jsonLines<Record<string, unknown>>(await readFile(join(home.folder, "audit.jsonl"), "utf8"));
	const calls = lines.filter(({ event }) => event === "call");
	const place = { client: "monk call", profile: "work", tab: 1, origin: "https://site.example" };
	expect(calls.find(({ tool }) => tool === "browser_evaluate")).toMatchObject({ ...place, outcome: "ok" });
	expect(calls.find(({ tool }) => tool === "browser_snapshot")).toMatchObject({ ...place, outcome: "EVAL_ERROR" });
	expect(calls.find(({ tool }) => tool === "browser_click")).toMatchObject({ outcome: "INVALID_ARGUMENT" });
	const seen = new Set(lines.map(({ event }) => event));
	for (const event of [
		"owner-started",
		"client-accepted",
		"pairing-opened",
		"session",
		"profile-connected",
		"owner-stopped",
	])
		expect(seen).toContain(event);
	const sessions = lines.flatMap(({ session }) => (session === undefined ? [] : [session as Record<string, unknown>]));
	expect(sessions).toContainEqual(expect.objectContaining({ kind: "ended", why: "wrong-code" }));
	expect(sessions).toContainEqual(expect.objectContaining({ kind: "enrolled" }));
	expect(lines.every(({ at }) => typeof at === "string" && !Number.isNaN(Date.parse(at)))).toBe(true);
});
