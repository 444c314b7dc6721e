import { expect, test } from "bun:test";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonLines, MonkHome } from "../support/monk-process.ts";

test("monk install shows the change, makes it, says what is next, and takes it back", async () => {
	await using home = await MonkHome.make();
	const path = join(home.folder, ".cursor/mcp.json");
	const shown = await home.run("install", "cursor", "--dry-run");
	expect(shown).toMatchObject({ exit: 0, stderr: "Nothing was written.\n" });
	expect(shown.stdout).toContain(`${path}\n`);
	expect(shown.stdout).toContain('+     "monk": {');
	expect(await readFile(path, "utf8").catch(() => "none")).toBe("none");
	const made = await home.run("install", "cursor");
	expect(made).toMatchObject({ exit: 0, stdout: shown.stdout, stderr: expect.stringContaining("Installed.") });
	const { monk } = JSON.parse(await readFile(path, "utf8")).mcpServers;
	expect([monk.command, ...monk.args]).toEqual([...home.command, "mcp"]);
	// The agent's environment lacks what moves this monk's state and ports.
	expect(monk.env).toMatchObject({ MONK_HOME: home.folder, MONK_CONTROL_PORT: `${home.controlPort}` });
	const [listed] = jsonLines<{ client: string; state: string }[]>((await home.run("install", "--json")).stdout);
	expect(listed?.find(({ client }) => client === "cursor")?.state).toBe("installed");
	expect(await home.run("install", "cursor", "--undo")).toMatchObject({ exit: 0 });
	expect(await readFile(path, "utf8").catch(() => "none")).toBe("none");
}, 60_000);

test("what it prints is what a person adds by hand, and nothing is touched", async () => {
	await using home = await MonkHome.make();
	const printed = await home.run("install", "codex", "--print", "--tools", "network");
	expect(printed.exit).toBe(0);
	expect(printed.stdout).toStartWith("[mcp_servers.monk]\ncommand = ");
	expect(printed.stdout).toContain('"--tools", "network"]');
	expect(printed.stderr).toContain(join(home.folder, ".codex/config.toml"));
	expect(await readFile(join(home.folder, ".codex/config.toml"), "utf8").catch(() => "none")).toBe("none");
}, 60_000);

test("an unknown client, a group that there is not and settings that cannot be read end with one line and the next step", async () => {
	await using home = await MonkHome.make();
	await mkdir(join(home.folder, ".gemini"));
	await writeFile(join(home.folder, ".gemini/settings.json"), "{ broken");
	const rows = [
		[
			["install", "curser"],
			'INVALID_ARGUMENT: monk knows no client "curser"; did you mean cursor?\n',
			"It knows claude-code",
		],
		[["install", "cursor", "--tools", "x"], 'INVALID_ARGUMENT: --tools: there is no group "x"\n', "Name one of"],
		[["install", "gemini-cli"], "CONFIG_UNREADABLE: ", "--print"],
	] as const;
	for (const [words, line, next] of rows) {
		const { exit, stdout, stderr } = await home.run(...words);
		expect([exit, stdout], words.join(" ")).toEqual([3, ""]);
		expect(stderr).toStartWith(line);
		expect(stderr).toContain(next);
	}
	expect(await readFile(join(home.folder, ".gemini/settings.json"), "utf8")).toBe("{ broken");
}, 60_000);
