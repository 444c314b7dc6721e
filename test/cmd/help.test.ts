import { afterAll, beforeAll, expect, test } from "bun:test";
import { MonkHome } from "../support/monk-process.ts";

let home: MonkHome;
let commands: readonly string[];

/** Every command, as the completions know them: a table from words so far to what may follow. */
beforeAll(async () => {
	home = await MonkHome.make();
	const { stdout } = await home.run("completions", "bash");
	const paths = [...stdout.matchAll(/^\s+"([a-z -]+)"\) echo/gm)].map(([, path]) => path ?? "");
	commands = paths.filter(
		(path) => path !== "ext" && !path.startsWith("call browser_") && !path.startsWith("call scripts_"),
	);
});

afterAll(() => home.close());

test("every command has a help with an example of its own, and asking for it starts nothing", async () => {
	expect(commands.length).toBeGreaterThan(15);
	const helps = await Promise.all(
		commands.map(async (path) => [path, await home.run(...path.split(" "), "--help")] as const),
	);
	for (const [path, { stdout, stderr, exit }] of helps) {
		expect([path, exit, stderr]).toEqual([path, 0, ""]);
		const [, example = ""] = /EXAMPLE\s+(\S.*)/.exec(stdout) ?? [];
		expect([path, example]).toEqual([path, expect.stringContaining(`monk ${path}`)]);
	}
	expect((await home.run("status")).stderr).toContain("NO_OWNER");
});

test("the first page names every command and the exit statuses", async () => {
	const { stdout, exit } = await home.run("--help");
	expect(exit).toBe(0);
	for (const path of commands.filter((path) => !path.includes(" "))) expect(stdout).toContain(path);
	expect(stdout).toContain("0 done, 1 the person said no, 2 voided");
});

test("a reader that goes before the end of what it asked for gets no stack, and the command ends as voided", async () => {
	const [command = "", ...first] = home.command;
	const piped = Bun.spawn(["sh", "-c", '{ "$@"; echo "$?" >&2; } | true', "sh", command, ...first, "--help"], {
		env: home.env,
		stderr: "pipe",
	});
	expect(await new Response(piped.stderr).text()).toBe("2\n");
});
