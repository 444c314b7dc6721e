import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiledMonk } from "../support/compiled.ts";
import { MonkHome } from "../support/monk-process.ts";
import { Site } from "../support/site.ts";
import { alternate, type Bench, type Row } from "./measure.ts";

const rounds = 20;

/** The least that a compiled program of this kind can be: as Bun compiles it by itself, or in the way that monk is. */
async function compileHello(folder: string, asMonk: boolean): Promise<string> {
	const source = join(folder, "hello.ts");
	await Bun.write(source, 'process.stdout.write("hello\\n");\n');
	const outfile = join(folder, asMonk ? "hello-as-monk" : "hello");
	const compile = { outfile, ...(asMonk ? { autoloadDotenv: false, autoloadBunfig: false } : {}) };
	const built = await Bun.build({ entrypoints: [source], compile, format: "esm", minify: true, bytecode: asMonk });
	if (!built.success) throw new Error("the floor could not be compiled");
	return outfile;
}

async function run(command: readonly string[], env: Record<string, string>): Promise<void> {
	const child = Bun.spawn([...command], { env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
	const [exit, said] = await Promise.all([child.exited, new Response(child.stderr).text()]);
	if (exit !== 0) throw new Error(`${command.join(" ")} ended with ${exit}: ${said}`);
}

async function measure(): Promise<readonly Row[]> {
	const folder = await mkdtemp(join(tmpdir(), "monk-bench-"));
	const [hello, helloAsMonk] = [await compileHello(folder, false), await compileHello(folder, true)];
	const monk = await compiledMonk();
	await using home = await MonkHome.make({ monk });
	await using site = new Site({ "/": "<title>page</title><p>text</p>" });
	const opened = await home.run("open", "--headless", site.url());
	if (opened.exit !== 0) throw new Error(opened.stderr);
	const took = await alternate(rounds, {
		hello: () => run([hello], home.env),
		helloAsMonk: () => run([helloAsMonk], home.env),
		version: () => run([monk, "--version"], home.env),
		help: () => run([monk, "call", "--help"], home.env),
		evaluate: () => run([monk, "call", "browser_evaluate", "--expression", "1"], home.env),
	});
	await rm(folder, { recursive: true });
	const floor = { what: "hello", median: took.hello.median };
	return [
		{ what: "a compiled hello-world", ...took.hello },
		{ what: "the same with bytecode, as monk is compiled", ...took.helloAsMonk, floor },
		{ what: "monk --version", ...took.version, floor },
		{ what: "monk call --help", ...took.help, floor },
		{ what: "monk call browser_evaluate --expression 1", ...took.evaluate, floor },
	];
}

/** From the shell's spawn to the end of the process, output read. */
export const startUp: Bench = { title: "Start-up of a whole process", run: measure };
