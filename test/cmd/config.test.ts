import { expect, test } from "bun:test";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { jsonLines, MonkHome } from "../support/monk-process.ts";

const origin = `chrome-extension://${"abcdefghijklmnop".repeat(2)}`;

test("what is set is kept, shown, used, and taken away again", async () => {
	await using home = await MonkHome.make({ env: { MONK_LINK_PORT: "" } });
	for (const [name, value] of [
		["link-port", "0"],
		["idle-minutes", "0.5"],
		["link-origins", origin],
	] as const)
		expect(await home.run("config", "set", name, value)).toMatchObject({ exit: 0, stdout: "" });
	const path = join(home.folder, "config.json");
	expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
		version: 1,
		ports: { link: 0 },
		linkOrigins: [origin],
		idleMinutes: 0.5,
	});
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	const serving = home.start("serve", "--json");
	await serving.waitFor(/"ready"/);
	const ready = jsonLines<{ ready: { ports: { link: number } } }>(serving.stdout)[0];
	expect(ready?.ready.ports.link).not.toBe(9220);
	expect((await home.run("config", "unset", "link-port")).exit).toBe(0);
	expect(jsonLines((await home.run("config", "--json")).stdout)).toEqual([
		{
			"control-port": null,
			"link-port": null,
			"scriptcat-port": null,
			"legacy-port": null,
			"http-port": null,
			"idle-minutes": "0.5",
			"link-origins": origin,
		},
	]);
});

const bad: readonly [words: readonly string[], line: RegExp][] = [
	[["set", "colour", "red"], /^INVALID_ARGUMENT: there is no setting "colour"\nThe settings are: control-port, /],
	[["set", "link-port", "http"], /^INVALID_ARGUMENT: link-port cannot be "http"\nIt is: Port /],
	[["set", "link-port", "70000"], /^INVALID_ARGUMENT: link-port cannot be "70000"/],
	[["set", "link-port", "1e3"], /^INVALID_ARGUMENT: link-port cannot be "1e3"/],
	[["set", "idle-minutes", "0"], /^INVALID_ARGUMENT: idle-minutes cannot be "0"/],
	[["set", "link-origins", "https://example.com"], /^INVALID_ARGUMENT: link-origins cannot be/],
	[["set", "link-port"], /^INVALID_ARGUMENT: monk config set needs a value/],
	[["unset"], /^INVALID_ARGUMENT: monk config unset needs a name/],
];

test("what no setting takes is refused, and nothing is written", async () => {
	await using home = await MonkHome.make();
	for (const [words, line] of bad) {
		const { stderr, exit } = await home.run("config", ...words);
		expect({ words, stderr, exit }).toEqual({ words, stderr: expect.stringMatching(line), exit: 3 });
	}
	expect(await readFile(join(home.folder, "config.json"), "utf8").catch(() => "none")).toBe("none");
});
