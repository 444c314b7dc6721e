import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { type Command, type McpHostName, mcpHosts, settingsPath } from "../../../lib/host/install/clients.ts";
import { difference } from "../../../lib/host/install/difference.ts";
import {
	entryText,
	type Installing,
	listInstalled,
	ownCommand,
	planInstall,
	planUndo,
} from "../../../lib/host/install/install.ts";
import { jsonText } from "../../../lib/host/install/json-text.ts";
import { pathsIn } from "../../../lib/host/paths.ts";
import { rejection } from "../../support/test-owner.ts";

let root: string;
let homes = 0;

beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "monk-install-"));
});

afterAll(() => rm(root, { recursive: true, force: true }));

const command: Command = { command: "/opt/monk", args: ["mcp"] };
const clients = Object.keys(mcpHosts) as McpHostName[];

/** A person's home of its own, with a client's settings in it or without. */
async function home(client: McpHostName, text?: string) {
	const folder = join(root, `${++homes}`);
	const installing: Installing = {
		paths: pathsIn(join(folder, ".monkbrowse")),
		machine: { platform: "linux", home: folder, env: {} },
		now: 0,
	};
	const path = settingsPath(mcpHosts[client], installing.machine);
	await mkdir(dirname(path), { recursive: true });
	if (text !== undefined) await writeFile(path, text);
	const install = async (what: Command = command) => {
		const change = await planInstall(installing, client, what);
		await change.make();
		return change.lines;
	};
	const undo = async () => {
		const change = await planUndo(installing, client);
		await change.make();
		return change.lines;
	};
	return { path, installing, install, undo, read: () => readFile(path, "utf8") };
}

const parsed = (client: McpHostName, text: string): Record<string, Record<string, Record<string, unknown>>> =>
	mcpHosts[client].format === "toml" ? (parseToml(text) as never) : parseJsonc(text);

describe("each client", () => {
	for (const client of clients)
		test(`${client}: a new file holds monk under the client's own key, and --undo takes the file away again`, async () => {
			const { path, install, undo, read } = await home(client);
			expect((await install()).every((line) => line.startsWith("+ ") || line === "- ")).toBe(true);
			const { key } = mcpHosts[client];
			expect(parsed(client, await read())[key]?.monk).toMatchObject({ command: "/opt/monk", args: ["mcp"] });
			expect((await stat(path)).mode & 0o777).toBe(0o600);
			expect(await install()).toEqual([]);
			await undo();
			expect(await lstat(path).catch(() => "gone")).toBe("gone");
			expect((await readdir(dirname(path))).filter((name) => name !== ".monkbrowse")).toEqual([]);
		});

	test("its settings lie where its system keeps them", () => {
		const at = (client: McpHostName, platform: NodeJS.Platform, env = {}) =>
			settingsPath(mcpHosts[client], { platform, home: "/h", env });
		const rows = [
			[at("claude-code", "linux"), "/h/.claude.json"],
			[at("claude-code", "linux", { CLAUDE_CONFIG_DIR: "/c" }), "/c/.claude.json"],
			[at("claude-desktop", "darwin"), "/h/Library/Application Support/Claude/claude_desktop_config.json"],
			[at("claude-desktop", "win32", { APPDATA: "/roaming" }), "/roaming/Claude/claude_desktop_config.json"],
			[at("vscode", "linux"), "/h/.config/Code/User/mcp.json"],
			[at("vscode", "darwin"), "/h/Library/Application Support/Code/User/mcp.json"],
			[at("cursor", "win32"), "/h/.cursor/mcp.json"],
			[at("windsurf", "linux"), "/h/.codeium/windsurf/mcp_config.json"],
			[at("codex", "linux"), "/h/.codex/config.toml"],
			[at("codex", "linux", { CODEX_HOME: "/x" }), "/x/config.toml"],
			[at("gemini-cli", "linux"), "/h/.gemini/settings.json"],
			[at("zed", "darwin"), "/h/.config/zed/settings.json"],
			[at("zed", "linux", { XDG_CONFIG_HOME: "/xdg" }), "/xdg/zed/settings.json"],
		] as const;
		for (const [path, expected] of rows) expect(path).toBe(expected);
	});

	test("the list says where monk is, where it is not, and where nothing can be read", async () => {
		const { installing, install } = await home("cursor");
		await install();
		const zed = settingsPath(mcpHosts.zed, installing.machine);
		await mkdir(dirname(zed), { recursive: true });
		await writeFile(zed, "{ broken");
		await writeFile(settingsPath(mcpHosts["claude-code"], installing.machine), "{}");
		const states = Object.fromEntries(
			(await listInstalled(installing.machine)).map(({ client, state }) => [client, state]),
		);
		expect(states).toMatchObject({
			cursor: "installed",
			zed: "unreadable",
			"claude-code": "not installed",
			codex: "no settings yet",
		});
	});
});

const zedSettings = `// Zed's own
{
	"theme": "One Dark", // dark
	/* servers */
	"context_servers": {
		"other": { "command": "x", "args": [], "env": { "KEY": "secret" } }, // mine
	},
	"vim_mode": true,
}
`;

const codexSettings = `# mine
model = "o4"

[mcp_servers.other] # keep
command = "x"
args = [
  "a", # first
]

# about the table below
[profiles.fast]
model = "mini"
`;

describe("what is there stays", () => {
	test("comments, order, commas, tabs and other servers of a file with comments; --undo gives back every byte", async () => {
		const { install, undo, read } = await home("zed", zedSettings);
		const lines = await install();
		const text = await read();
		const added = `\t\t"monk": {\n\t\t\t"command": "/opt/monk",\n\t\t\t"args": [\n\t\t\t\t"mcp"\n\t\t\t]\n\t\t},\n`;
		expect(text).toBe(zedSettings.replace("// mine\n", `// mine\n${added}`));
		expect(lines).toEqual(
			added
				.trimEnd()
				.split("\n")
				.map((line) => `+ ${line}`),
		);
		await undo();
		expect(await read()).toBe(zedSettings);
	});

	test("comments, order and other tables of a TOML file; --undo gives back every byte", async () => {
		const { install, undo, read } = await home("codex", codexSettings);
		await install();
		const text = await read();
		expect(text.startsWith(codexSettings)).toBe(true);
		expect(text).toEndWith('\n\n[mcp_servers.monk]\ncommand = "/opt/monk"\nargs = ["mcp"]\n');
		await undo();
		expect(await read()).toBe(codexSettings);
	});

	test("Windows' line ends, a byte order mark, spaces of the file's own width, its mode, and a link to it", async () => {
		const text =
			'\uFEFF{\r\n    "mcpServers": {\r\n        "other": {\r\n            "command": "x"\r\n        }\r\n    }\r\n}\r\n';
		const { path, install, undo, read } = await home("claude-code", text);
		await chmod(path, 0o640);
		const target = `${path}.real`;
		await writeFile(target, text, { mode: 0o640 });
		await rm(path);
		await symlink(target, path);
		await install();
		expect((await lstat(path)).isSymbolicLink()).toBe(true);
		expect((await stat(target)).mode & 0o777).toBe(0o640);
		const now = await read();
		expect(now.startsWith("\uFEFF{\r\n    ")).toBe(true);
		expect(now.replaceAll("\r\n", "")).not.toContain("\n");
		expect(now).toContain('\r\n        "monk": {\r\n            "type": "stdio"');
		await undo();
		expect(await read()).toBe(text);
	});

	test("a link to a file that is not there yet, which is written there, or refused where its folder is missing", async () => {
		const { path, install, undo, read } = await home("cursor", "{}\n");
		await rm(path);
		await symlink("real.json", path);
		await install();
		expect((await lstat(path)).isSymbolicLink()).toBe(true);
		expect(await read()).toContain('"monk"');
		await undo();
		await expect(read()).rejects.toThrow("ENOENT");
		expect((await lstat(path)).isSymbolicLink()).toBe(true);
		await rm(path);
		await symlink("gone/real.json", path);
		await expect(install()).rejects.toMatchObject({
			code: "CONFIG_UNREADABLE",
			message: expect.stringContaining("is a link to"),
		});
		expect((await lstat(path)).isSymbolicLink()).toBe(true);
	});

	test("what a person added to monk's own entry, when it is brought up to date", async () => {
		const before =
			'{\n  "mcpServers": {\n    "monk": {\n      "command": "/old", // moved\n      "disabled": true,\n      "env": { "A": "1" }\n    }\n  }\n}\n';
		const { install, undo, read } = await home("cursor", before);
		await install({ ...command, env: { MONK_HOME: "/m" } });
		const text = await read();
		expect(parseJsonc(text).mcpServers.monk).toEqual({
			command: "/opt/monk",
			disabled: true,
			env: { A: "1", MONK_HOME: "/m" },
			args: ["mcp"],
		});
		expect(text).toContain("// moved");
		await undo();
		expect(await read()).toBe(before);
		const toml = '[mcp_servers.monk]\ncommand = "/old" # moved\nstartup_timeout_sec = 20\nargs = [\n  "x",\n]\n';
		const codex = await home("codex", toml);
		await codex.install();
		expect((parseToml(await codex.read()) as Record<string, unknown>).mcp_servers).toEqual({
			monk: { command: "/opt/monk", args: ["mcp"], startup_timeout_sec: 20 },
		});
	});

	test("what was changed after the install: --undo takes monk out and nothing else", async () => {
		const json = await home("cursor", "{}");
		await json.install();
		await writeFile(
			json.path,
			(await json.read()).replace('"mcpServers": {', '"mcpServers": {\n    "new": {"command": "y"},'),
		);
		await json.undo();
		expect(JSON.parse(await json.read())).toEqual({ mcpServers: { new: { command: "y" } } });
		const alone = await home("cursor", '{\n  "a": 1\n}\n');
		await alone.install();
		await writeFile(alone.path, (await alone.read()).replace('"a": 1', '"a": 2'));
		await alone.undo();
		expect(JSON.parse(await alone.read())).toEqual({ a: 2 });
		const toml = await home("codex", codexSettings);
		await toml.install();
		await writeFile(
			toml.path,
			`${await toml.read()}\n# later\n[mcp_servers.monk.env]\nA = "1"\n\n# about last\n[last]\nx = 1\n`,
		);
		await toml.undo();
		const text = await toml.read();
		expect(text).toContain("# about the table below\n[profiles.fast]");
		expect(text).toContain("# later");
		expect(text).toContain("# about last\n[last]");
		expect(text).not.toContain("monk");
		const replaced = await home("cursor", '{"mcpServers": {"monk": {"command": "/mine"}}}');
		await replaced.install();
		await writeFile(replaced.path, `${await replaced.read()}\n`);
		await replaced.undo();
		expect(JSON.parse(await replaced.read())).toEqual({ mcpServers: { monk: { command: "/mine" } } });
	});

	test("the first state, over several installs", async () => {
		const { install, undo, read } = await home("codex", codexSettings);
		await install();
		await install({ ...command, args: ["mcp", "--tools", "network"] });
		await undo();
		expect(await read()).toBe(codexSettings);
		expect(await undo()).toEqual([]);
	});
});

describe("TOML has many forms: monk is written into what is there", () => {
	const env = { MONK_HOME: "/m" };
	const monk = { command: "/opt/monk", args: ["mcp"] };
	const rows: readonly [what: string, before: string, others?: object][] = [
		[
			"a table of variables below monk's",
			'[mcp_servers.monk]\ncommand = "/old"\n\n[mcp_servers.monk.env] # mine\nA = "1"\n\n[last]\nx = 1\n',
		],
		["a table of variables alone", '[mcp_servers.monk.env]\nA = "1"\n'],
		["a name in quotes", '[mcp_servers."monk"]\ncommand = "/old"\n[mcp_servers."monk".env]\nA = "1"\n'],
		["an entry within one line", '[mcp_servers]\nmonk = { command = "/old", env = { A = "1" } }\n\n[last]\nx = 1\n'],
		["an entry of dotted keys", '[mcp_servers]\nmonk.command = "/old"\nmonk.env.A = "1"\n'],
		[
			"servers within one line",
			'mcp_servers = { other = { command = "}" } } # a } b\nx = 1.0\n',
			{ other: { command: "}" } },
		],
		["no servers within one line", "mcp_servers = {}\n"],
		["servers of dotted keys", 'mcp_servers.other.command = "x"\n', { other: { command: "x" } }],
	];
	for (const [what, before, others = {}] of rows)
		test(what, async () => {
			const { install, undo, read } = await home("codex", before);
			await install({ ...command, env });
			const text = await read();
			const hadVariables = before.includes("A");
			expect(parsed("codex", text).mcp_servers).toEqual({
				...others,
				monk: { ...monk, env: { ...env, ...(hadVariables ? { A: "1" } : {}) } },
			});
			for (const kept of before.match(/#.*|\[last\]|x = .*/g) ?? []) expect(text).toContain(kept);
			expect(await install({ ...command, env })).toEqual([]);
			await undo();
			expect(await read()).toBe(before);
		});
});

describe("what cannot be changed safely is refused, and not a byte of it is touched", () => {
	const rows: readonly [McpHostName, what: string, text: string, says: RegExp][] = [
		["claude-code", "half a file", '{"mcpServers": {', /cannot be read/],
		[
			"claude-code",
			"comments where the client takes none",
			'{ // x\n "a": 1 }',
			/comments or commas that JSON does not know/,
		],
		["claude-code", "a list", "[]", /holds no settings/],
		["cursor", "servers that are none", '{"mcpServers": []}', /something else than servers/],
		["cursor", "servers that are null", '{"mcpServers": null, "mcpServers": {}}', /cannot|twice|safely/],
		["cursor", "one name twice", '{"mcpServers": {"monk": {}, "monk": {"command": "x"}}}', /twice/],
		["zed", "a stray word", '{"a": 1} b', /cannot be read/],
		["codex", "no TOML", "model = ", /cannot be read/],
		[
			"codex",
			"monk within one line of servers, which is in order all the same",
			'mcp_servers = { monk = { command = "x" } }\n',
			/is in order, but in a form that monk cannot edit/,
		],
		["codex", "servers that are none", 'mcp_servers = "x"\n', /something else than servers/],
	];
	for (const [client, what, text, says] of rows)
		test(`${client}: ${what}`, async () => {
			const { install, read } = await home(client, text);
			expect(await rejection(install())).toMatchObject({
				code: "CONFIG_UNREADABLE",
				message: expect.stringMatching(says),
				hint: expect.stringContaining("--print"),
			});
			expect(await read()).toBe(text);
		});

	test("what is no text, and what is no file", async () => {
		const { path, install } = await home("cursor");
		await writeFile(path, new Uint8Array([0x7b, 0xff, 0x7d]));
		expect(await rejection(install())).toMatchObject({
			code: "CONFIG_UNREADABLE",
			message: expect.stringContaining("UTF-8"),
		});
		await rm(path);
		await mkdir(path);
		expect(await rejection(install())).toMatchObject({
			code: "CONFIG_UNREADABLE",
			message: expect.stringContaining("EISDIR"),
		});
	});

	test("a fault never quotes the file, where other servers' keys stand", async () => {
		for (const [client, text] of [
			["claude-code", '{"mcpServers": {"other": {"env": {"KEY": "hunter2"}}, }'],
			["codex", 'key = "hunter2\n'],
		] as const) {
			const { install } = await home(client, text);
			const fault = (await rejection(install())) as Error;
			expect(fault.message).not.toContain("hunter2");
		}
	});

	test("a file that another program changes at that moment", async () => {
		const { path, installing } = await home("cursor", "{}");
		const change = await planInstall(installing, "cursor", command);
		await writeFile(path, '{"a": 1}');
		expect(await rejection(change.make())).toMatchObject({ code: "CONFLICT" });
		expect(await readFile(path, "utf8")).toBe('{"a": 1}');
		expect(await readdir(dirname(path))).toEqual(["mcp.json"]);
	});
});

test("what is shown to be added by hand is what would be written", () => {
	const machine = { platform: "linux", home: "/h", env: {} } as const;
	expect(JSON.parse(entryText(machine, "vscode", command).text)).toEqual({
		servers: { monk: { type: "stdio", command: "/opt/monk", args: ["mcp"] } },
	});
	expect(entryText(machine, "codex", { ...command, env: { MONK_HOME: "/a b" } }).text).toBe(
		'[mcp_servers.monk]\ncommand = "/opt/monk"\nargs = ["mcp"]\nenv = { MONK_HOME = "/a b" }',
	);
});

test("the command brings along the variables that this monk runs with, and the groups that are asked for", () => {
	const { args, env } = ownCommand({ MONK_HOME: "/m", MONK_LINK_PORT: "", PATH: "/bin" }, ["network"]);
	expect(args.slice(-3)).toEqual(["mcp", "--tools", "network"]);
	expect(env).toEqual({ MONK_HOME: "/m" });
	expect(ownCommand({}, []).env).toBeUndefined();
});

describe("an edit of JSON touches its own place alone", () => {
	const { read, write, remove } = jsonText("jsonc");
	const place = ["s", "monk"] as const;
	const monk = { a: [1] };
	const rows: readonly [what: string, before: string, after: string][] = [
		["an empty file", "", '{\n  "s": {\n    "monk": {\n      "a": [\n        1\n      ]\n    }\n  }\n}\n'],
		["one line", '{"x": 1}', '{"x": 1, "s": {"monk":{"a":[1]}}}'],
		["one line with a comma at its end", '{"s": {"x": 1,}}', '{"s": {"x": 1, "monk": {"a":[1]},}}'],
		[
			"a comment behind the last",
			'{\n\t"s": {\n\t\t"x": {} // mine\n\t}\n}',
			'{\n\t"s": {\n\t\t"x": {}, // mine\n\t\t"monk": {\n\t\t\t"a": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t}\n}',
		],
		[
			"nothing but a comment",
			'{\n  "s": {\n    // none yet\n  }\n}',
			'{\n  "s": {\n    // none yet\n    "monk": {\n      "a": [\n        1\n      ]\n    }\n  }\n}',
		],
		[
			"comments that look like commas and braces",
			'{\n  "s": {\n    "x": "}," /* , } */\n    // },\n  }\n}',
			'{\n  "s": {\n    "x": "},", /* , } */\n    "monk": {\n      "a": [\n        1\n      ]\n    }\n    // },\n  }\n}',
		],
	];
	for (const [what, before, after] of rows)
		test(what, () => {
			const text = write(before, place, monk);
			expect(text).toBe(after);
			expect((read(text) as Record<string, Record<string, unknown>>).s?.monk).toEqual(monk);
			const without = remove(text, place, false);
			expect((read(without) as Record<string, Record<string, unknown>>).s?.monk).toBeUndefined();
			for (const comment of before.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(without).toContain(comment);
		});
});

test("a difference shows the lines that go and come, and nothing around them", () => {
	expect(difference("a\nb\nc", "a\nx\nc")).toEqual(["- b", "+ x"]);
	expect(difference("a\nc", "a\nb\nc")).toEqual(["+ b"]);
	expect(difference("a\na", "a")).toEqual(["- a"]);
	expect(difference("same", "same")).toEqual([]);
});
