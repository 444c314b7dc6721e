import { afterAll, beforeAll, expect, test } from "bun:test";
import { MonkHome } from "../support/monk-process.ts";

let home: MonkHome;
const scripts: Record<string, string> = {};

beforeAll(async () => {
	home = await MonkHome.make();
	for (const shell of ["bash", "zsh", "fish"]) scripts[shell] = (await home.run("completions", shell)).stdout;
});

afterAll(() => home.close());

/** What bash offers after these words, the last of which is being typed. */
async function offered(...words: readonly string[]): Promise<string[]> {
	const line = ["monk", ...words].map((word) => `'${word}'`).join(" ");
	const script = `${scripts.bash}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _monk; printf '%s\\n' "\${COMPREPLY[@]}"`;
	const shell = Bun.spawn(["bash", "--norc", "-c", script], { stdout: "pipe", stderr: "inherit" });
	return (await new Response(shell.stdout).text()).split("\n").filter((word) => word !== "");
}

test("bash completes commands, subcommands and their flags", async () => {
	expect(await offered("st")).toEqual(["status", "stop"]);
	expect(await offered("ext", "")).toEqual(["pack", "--help"]);
	expect(await offered("ext", "pack", "--z")).toEqual(["--zip"]);
	expect(await offered("profiles", "forget", "work", "--c")).toEqual(["--confirm", "--control-port"]);
	expect(await offered("hold")).toEqual([]);
});

test("bash completes tools and their flags, wherever other flags stand", async () => {
	expect(await offered("call", "browser_cl")).toContain("browser_click");
	expect(await offered("call", "--json", "browser_click", "--ref", "e1", "--ele")).toEqual(["--element"]);
	expect(await offered("call", "browser_click", "--timeout")).toEqual(["--timeout-ms"]);
});

test("each shell's script names every command and tool, and nothing that a shell would expand", async () => {
	for (const [shell, script] of Object.entries(scripts)) {
		expect([shell, script]).toEqual([shell, expect.stringContaining("browser_snapshot")]);
		expect([shell, script]).toEqual([shell, expect.stringContaining("doctor")]);
		expect(script.match(/`/)).toBeNull();
	}
});

test("a shell that is none of them is refused", async () => {
	const { stderr, exit } = await home.run("completions", "tcsh");
	expect(stderr).toMatch(/^INVALID_ARGUMENT: monk completes in bash, zsh, fish, not in "tcsh"\n/);
	expect(exit).toBe(3);
});
