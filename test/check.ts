/** Everything that must hold before a change is taken, in parallel; runs all of it and then says what failed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");

interface Outcome {
	readonly name: string;
	readonly ok: boolean;
	readonly output: string;
	readonly seconds: number;
}

async function command(name: string, ...args: readonly string[]): Promise<Outcome> {
	const start = performance.now();
	const child = Bun.spawn([process.execPath, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
	const [out, err, exit] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { name, ok: exit === 0, output: out + err, seconds: (performance.now() - start) / 1000 };
}

/** The lock must work with any registry, so it may name none. */
function lock(): Outcome {
	const named = readFileSync(join(root, "bun.lock"), "utf8").match(/https?:\/\/\S+/g) ?? [];
	return { name: "lock", ok: named.length === 0, output: named.join("\n"), seconds: 0 };
}

function tell({ name, ok, output, seconds }: Outcome): void {
	if (!ok) console.log(output.trimEnd());
	console.log(`${ok ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s)`);
}

/** The quick ones first and together; the tests alone, because they measure time. */
const quick = await Promise.all([
	command("types", "x", "tsc", "-p", "."),
	command("lint and format", "x", "biome", "ci", "--colors=off", "--error-on-warnings"),
	command("layers", "test", "test/layers.test.ts"),
	command("protocol", "test/protocol.ts", "--check"),
	lock(),
]);
quick.forEach(tell);
const tests = await command("tests", "test/run.ts");
tell(tests);
if (tests.ok) console.log(tests.output.trimEnd().split("\n").at(-1));
process.exit([...quick, tests].every(({ ok }) => ok) ? 0 : 1);
