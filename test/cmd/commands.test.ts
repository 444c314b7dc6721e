import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonLines, MonkHome, type Ran } from "../support/monk-process.ts";
import { ScriptedExtension, tab } from "../support/scripted-extension.ts";

/** One owner in a process of its own, and a browser's extension that joined by a typed code. */
let home: MonkHome;
let extension: ScriptedExtension;

beforeAll(async () => {
	home = await MonkHome.make();
	const pairing = home.start("pair", "--json");
	const { code } = JSON.parse((await pairing.waitFor(/^\{"code".*$/m))[0]) as { code: string };
	extension = await ScriptedExtension.connect({
		linkPort: home.linkPort,
		credentials: { instanceId: "12".repeat(16), code },
		label: "Work",
		tabs: [tab(1), tab(2, { active: false })],
	});
	await pairing.exited;
	expect(jsonLines(pairing.stdout)[1]).toMatchObject({ joined: { slug: "work", label: "Work" } });
	expect(pairing.stderr).toContain("starting it in the background");
}, 60_000);

afterAll(async () => {
	extension?.close();
	await home?.close();
}, 60_000);

const failed = ({ stdout, stderr, exit }: Ran) => ({ stdout, lines: stderr.trim().split("\n"), exit });

interface BadInput {
	readonly what: string;
	readonly words: readonly string[];
	readonly line: RegExp;
	readonly next: RegExp;
	readonly exit: number;
}

const badInput: readonly BadInput[] = [
	{
		what: "an unknown tool",
		words: ["call", "browser_snapshit"],
		line: /^UNKNOWN_TOOL: there is no tool "browser_snapshit"; did you mean browser_snapshot\?$/,
		next: /monk call --help/,
		exit: 3,
	},
	{
		what: "a missing argument",
		words: ["call", "browser_click"],
		line: /^INVALID_ARGUMENT: browser_click: ref must be a string/,
		next: /monk call browser_click --help/,
		exit: 3,
	},
	{
		what: "an extra argument",
		words: ["call", "browser_click", "--ref", "e1", "--elment", "x"],
		line: /^INVALID_ARGUMENT: browser_click: there is no --elment; did you mean --element\?$/,
		next: /--help/,
		exit: 3,
	},
	{
		what: "an extra argument in JSON",
		words: ["call", "browser_click", '{"ref":"e1","elment":"x"}'],
		line: /^INVALID_ARGUMENT: browser_click: elment is not an argument here; did you mean element\?$/,
		next: /--help/,
		exit: 3,
	},
	{
		what: "a number that is none",
		words: ["call", "browser_click", "--ref", "e1", "--count", "twice"],
		line: /^INVALID_ARGUMENT: browser_click: --count must be a number, not "twice"$/,
		next: /--help/,
		exit: 3,
	},
	{
		what: "a wrong type in JSON",
		words: ["call", "browser_click", '{"ref":5}'],
		line: /^INVALID_ARGUMENT: browser_click: ref must be a string/,
		next: /--help/,
		exit: 3,
	},
	{
		what: "JSON that breaks off",
		words: ["call", "browser_click", '{"ref":'],
		line: /^INVALID_ARGUMENT: browser_click: the argument is no JSON$/,
		next: /--help/,
		exit: 3,
	},
	{
		what: "a tab that is not shared",
		words: ["call", "browser_snapshot", "--tab", "9"],
		line: /^TAB_NOT_FOUND: work has no shared tab 9; the shared tabs are: 1 \(.* — .*\), 2 \(.*\)$/,
		next: /browser_list_tabs/,
		exit: 3,
	},
	{
		what: "a profile that does not exist",
		words: ["call", "browser_snapshot", "--profile", "home"],
		line: /^PROFILE_NOT_FOUND: there is no profile "home"; the profiles are: work$/,
		next: /profile/,
		exit: 3,
	},
	{
		what: "a second owner",
		words: ["serve"],
		line: /^PORT_TAKEN: monk \S+ runs already \(process \d+\)$/,
		next: /monk serve --replace/,
		exit: 3,
	},
	{
		what: "an unknown command",
		words: ["cal"],
		line: /^INVALID_ARGUMENT: monk has no command "cal"; did you mean call\?$/,
		next: /monk --help/,
		exit: 3,
	},
	{
		what: "an unknown flag",
		words: ["status", "--jsn"],
		line: /^INVALID_ARGUMENT: monk status takes no flag --jsn$/,
		next: /monk status --help/,
		exit: 3,
	},
	{
		what: "a flag without its value",
		words: ["status", "--control-port"],
		line: /^INVALID_ARGUMENT: monk status needs a value after --control-port$/,
		next: /monk status --help/,
		exit: 3,
	},
	{
		what: "a profile to forget that is not named",
		words: ["profiles", "forget"],
		line: /^INVALID_ARGUMENT: monk profiles forget needs a name$/,
		next: /monk profiles forget --help/,
		exit: 3,
	},
	{
		what: "a profile to forget that does not exist",
		words: ["profiles", "forget", "wor", "--confirm"],
		line: /^PROFILE_NOT_FOUND: there is no profile "wor"; the profiles are: work$/,
		next: /profile/,
		exit: 3,
	},
	{
		what: "a profile to forget without a yes",
		words: ["profiles", "forget", "work"],
		line: /^CONFIRM_REQUIRED: work would have to be paired again$/,
		next: /monk profiles forget work --confirm/,
		exit: 3,
	},
	{
		what: "a folder and an archive at once",
		words: ["ext", "pack", "here", "--zip", "there.zip"],
		line: /^INVALID_ARGUMENT: monk ext pack takes a folder or --zip FILE, one of them$/,
		next: /--help/,
		exit: 3,
	},
	{
		what: "an archive in a folder that is not there",
		words: ["ext", "pack", "--zip", "nowhere/e.zip"],
		line: /^INVALID_ARGUMENT: there is no folder \S+nowhere$/,
		next: /folder/,
		exit: 3,
	},
	{
		what: "a port that is none",
		words: ["status", "--control-port", "99999"],
		line: /^INVALID_ARGUMENT: --control-port must be a port number/,
		next: /--control-port/,
		exit: 3,
	},
];

for (const { what, words, line, next, exit } of badInput)
	test(`${what} gives one clear line, the next step and status ${exit}`, async () => {
		const result = failed(await home.run(...words));
		expect(result.stdout).toBe("");
		expect(result.lines).toEqual([expect.stringMatching(line), expect.stringMatching(next)]);
		expect(result.exit).toBe(exit);
	});

test("flags may be written in camel case, in kebab case, with an equals sign, and lists by repeating", async () => {
	extension.asked.length = 0;
	const spellings = [
		["--timeoutMs", "900", "--modifiers", "Shift", "--modifiers", "Alt"],
		["--timeout-ms=900", "--modifiers", '["Shift","Alt"]'],
	];
	for (const words of spellings)
		expect((await home.run("call", "browser_click", "--ref", "e1", "--tab", "2", "--count", "2", ...words)).exit).toBe(
			0,
		);
	const clicks = extension.asked.filter(({ method }) => method === "browser_click");
	const params = {
		client: "monk call",
		...{ ref: "e1", count: 2, modifiers: ["Shift", "Alt"], timeoutMs: 900, tabId: 102 },
	};
	expect(clicks.map((click) => click.params)).toEqual([params, params]);
});

test("a call prints the result's sections, and one line of JSON with --json", async () => {
	const plain = await home.run("call", "browser_snapshot", "--tab", "1");
	expect(plain).toMatchObject({ exit: 0, stderr: "" });
	expect(plain.stdout).toMatch(/^### Page\n- Profile: work\n- Tab: 1\n[\s\S]*\n```yaml\n/);
	const json = await home.run("call", "browser_list_tabs", "--json");
	const [result] = jsonLines<{ structuredContent: unknown }>(json.stdout);
	expect(result?.structuredContent).toMatchObject({ profiles: [{ profile: "work", tabs: [{ tab: 1 }, { tab: 2 }] }] });
});

test("an error with --json is one line of JSON with its code, and the same exit status", async () => {
	extension.scripts.browser_evaluate = () => Promise.reject(Object.assign(new Error("no"), {}));
	const { stdout, exit } = await home.run("call", "browser_evaluate", "--expression", "1", "--json");
	delete extension.scripts.browser_evaluate;
	expect(jsonLines(stdout)).toEqual([
		expect.objectContaining({ isError: true, structuredContent: expect.objectContaining({ code: "INTERNAL_ERROR" }) }),
	]);
	expect(exit).toBe(3);
});

test("a call that is interrupted is cancelled in the browser and exits with 2", async () => {
	let cancelled = false;
	let isAsked: () => void = () => undefined;
	const asked = new Promise<void>((resolve) => {
		isAsked = resolve;
	});
	extension.scripts.browser_click = (_, { signal }) => {
		isAsked();
		return new Promise((_resolve, reject) =>
			signal.addEventListener("abort", () => {
				cancelled = true;
				reject(new Error("stopped"));
			}),
		);
	};
	const calling = home.start("call", "browser_click", "--ref", "e1");
	await asked;
	calling.kill("SIGINT");
	expect(await calling.exited).toBe(2);
	expect(calling.stderr).toContain("CANCELLED");
	expect(cancelled).toBe(true);
	delete extension.scripts.browser_click;
});

test("status, tabs and help say what there is", async () => {
	const status = await home.run("status", "--json");
	expect(jsonLines(status.stdout)).toEqual([
		expect.objectContaining({
			owner: expect.objectContaining({ version: "0.1.0" }),
			ports: { control: home.controlPort, link: home.linkPort, scriptcat: home.scriptCatPort },
			profiles: [expect.objectContaining({ slug: "work", state: "connected", tabs: 2 })],
			problems: [],
		}),
	]);
	expect((await home.run("status")).stdout).toContain("work (Work): connected, extension 0.1.0, 2 shared tabs");
	expect((await home.run("tabs")).stdout).toContain("tab 1: Page 1");
	const help = await home.run("call", "browser_click", "--help");
	expect(help.stdout).toMatch(/--ref <string>.*\(required\)[\s\S]*EXAMPLE\n\n {2}monk call browser_click/);
	expect((await home.run("call", "--help")).stdout).toContain("browser_navigate");
	for (const words of [["--help"], ["pair", "--help"], ["ext", "pack", "--help"], ["open", "--help"]]) {
		const { stdout, exit } = await home.run(...words);
		expect(stdout).toContain("USAGE");
		expect(exit).toBe(0);
	}
	expect((await home.run("--version")).stdout).toBe("0.1.0\n");
});

test("two people cannot pair at once; giving up frees the place and exits with 2", async () => {
	const first = home.start("pair");
	await first.waitFor(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/m);
	const second = failed(await home.run("pair"));
	expect(second.lines[0]).toMatch(/^PAIRING_BUSY: /);
	expect(second.exit).toBe(3);
	first.kill("SIGINT");
	expect(await first.exited).toBe(2);
	const third = home.start("pair");
	await third.waitFor(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/m);
	third.kill("SIGINT");
	expect(await third.exited).toBe(2);
});

test("with no browser a call says what to do", async () => {
	await using empty = await MonkHome.make();
	const result = await empty.run("call", "browser_snapshot");
	const [started, ...lines] = failed(result).lines;
	expect(started).toContain("starting it in the background");
	expect(lines).toEqual(["NO_BROWSER_CONNECTED: no browser is connected", expect.stringContaining("monk pair")]);
	expect(result.exit).toBe(3);
	expect(failed(await empty.run("status")).exit).toBe(0);
	expect((await empty.run("stop")).stderr).toContain("monk has stopped");
	expect(failed(await empty.run("status")).lines[0]).toMatch(/^NO_OWNER: /);
	expect((await empty.run("stop")).exit).toBe(0);
});

test("an owner ends in good order on SIGTERM and SIGINT, with status 0", async () => {
	await using own = await MonkHome.make();
	for (const signal of ["SIGTERM", "SIGINT"] as const) {
		const owner = own.start("serve", "--json");
		await owner.waitFor(/"ready"/);
		const began = performance.now();
		owner.kill(signal);
		expect(await owner.exited).toBe(0);
		expect(performance.now() - began).toBeLessThan(2_000);
	}
	const lines = jsonLines<{ event: string }>(await readFile(join(own.folder, "audit.jsonl"), "utf8"));
	expect(lines.map(({ event }) => event)).toEqual(["owner-started", "owner-stopped", "owner-started", "owner-stopped"]);
});

test("a port that a stranger holds is named, with the way to choose another", async () => {
	await using own = await MonkHome.make();
	const stranger = Bun.serve({ hostname: "127.0.0.1", port: own.controlPort, fetch: () => new Response() });
	for (const words of [["serve"], ["call", "browser_snapshot"]]) {
		const { lines, exit } = failed(await own.run(...words));
		expect(lines.at(-2)).toMatch(/^PORT_TAKEN: .*held by/);
		expect(lines.at(-1)).toMatch(/port/i);
		expect(exit).toBe(3);
	}
	await stranger.stop(true);
});

test("damaged state files are kept aside and reported, never overwritten", async () => {
	await using own = await MonkHome.make();
	const config = join(own.folder, "config.json");
	const peers = join(own.folder, "peers.json");
	await writeFile(config, '{"version":1,"ports":', { mode: 0o600 });
	await writeFile(peers, '{"version":1,"peers":[{"kind":"monk"}]}', { mode: 0o600 });
	await chmod(peers, 0o600);
	const owner = own.start("serve", "--json");
	await owner.waitFor(/"ready"/);
	await owner.waitForStderr(/config\.json\.kept-/);
	await owner.waitForStderr(/peers\.json\.kept-/);
	const kept = /(\S+\.kept-\S+)/g;
	const names = [...owner.stderr.matchAll(kept)].map(([name]) => name);
	expect(new Set(names.map((name) => name.split("/").at(-1)?.split(".kept-")[0]))).toEqual(
		new Set(["config.json", "peers.json"]),
	);
	for (const name of names) expect((await readFile(name, "utf8")).length).toBeGreaterThan(10);
	const { stdout } = await own.run("status", "--json");
	expect(jsonLines<{ problems: string[] }>(stdout)[0]?.problems).toHaveLength(2);
	await owner.end();
});

test("ext pack writes an extension that Chrome can load, and says what to do next", async () => {
	await using own = await MonkHome.make();
	const { stdout, stderr, exit } = await own.run("ext", "pack", join(own.folder, "here"));
	expect(exit).toBe(0);
	expect(stdout).toBe(`${join(own.folder, "here")}\n`);
	expect(stderr).toContain("chrome://extensions");
	expect((await stat(join(own.folder, "here", "manifest.json"))).isFile()).toBe(true);
	const { stdout: json } = await own.run("ext", "pack", "--json");
	expect(jsonLines(json)).toEqual([{ folder: join(own.folder, "extension") }]);
}, 60_000);

test("a snapshot goes into a file of the folder where the command runs, and nowhere else", async () => {
	const wished: unknown[] = [];
	extension.scripts.browser_snapshot = (params) => {
		wished.push(params);
		return { tabId: 101, url: "https://site-1.example/", title: "T", snapshot: '- button "Send" [ref=e1]' };
	};
	const done = await home.run(
		"call",
		"browser_snapshot",
		"--tab",
		"1",
		"--root",
		"main",
		"--max-chars",
		"500",
		"--file",
		"page.yaml",
	);
	expect(done.exit, done.stderr).toBe(0);
	expect(done.stdout).toContain(`Saved to ${join(home.folder, "page.yaml")}`);
	expect(done.stdout).not.toContain("Send");
	expect(await readFile(join(home.folder, "page.yaml"), "utf8")).toBe('- button "Send" [ref=e1]\n');
	expect(wished).toEqual([expect.objectContaining({ root: "main", maxChars: 500 })]);
	const refused = await home.run("call", "browser_snapshot", "--tab", "1", "--file", "../page.yaml");
	expect([refused.exit, refused.stderr]).toEqual([3, expect.stringContaining("INVALID_ARGUMENT: file:")]);
}, 30_000);
