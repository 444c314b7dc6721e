import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dir, "../..");
const transpiler = new Bun.Transpiler({ loader: "ts" });

/**
 * Everything that a file loads before it runs: static imports of values, over all files. The tool list is a module
 * that the build replaces by plain data, and it loads the catalogue only when asked.
 */
function loadedBy(entry: string): ReadonlySet<string> {
	const seen = new Set<string>();
	const queue = [join(root, entry)];
	for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
		if (seen.has(file) || !existsSync(file)) continue;
		seen.add(file);
		if (!file.endsWith(".ts")) continue;
		for (const { kind, path } of transpiler.scanImports(readFileSync(file, "utf8"))) {
			if (kind !== "import-statement") continue;
			if (path.startsWith(".")) queue.push(join(dirname(file), path));
			else seen.add(path);
		}
	}
	return new Set([...seen].map((file) => file.replace(`${root}/`, "")));
}

/** Names and numbers without shapes. */
const plainData = new Set(["lib/catalog/aliases.ts", "lib/catalog/script-limits.ts"]);

/** What `monk --help` and completions ask for their words, and so load, is every command. */
const quick = [
	...["main", "root", "call", "pair", "open", "status", "stop", "tabs", "profiles", "log", "doctor", "config"],
	...["serve", "mcp", "completions", "ext/pack", "hold-browser"],
	...["scripts", "scripts/list", "scripts/source", "scripts/grep", "scripts/edit"],
];

for (const command of quick)
	test(`cmd/${command}.ts loads neither the catalogue's shapes nor the MCP SDK`, () => {
		const loaded = [...loadedBy(`cmd/${command}.ts`)];
		expect(loaded.filter((name) => name === "arktype" || name.startsWith("@modelcontextprotocol/"))).toEqual([]);
		const catalogue = loaded.filter((name) => name.startsWith("lib/catalog/") && !plainData.has(name));
		expect(catalogue).toEqual([]);
	});

test("the entry file loads nothing of monk's before it knows the command", () => {
	expect([...loadedBy("cmd/main.ts")]).toEqual(["cmd/main.ts"]);
});

test("the test sees what a file loads", () => {
	expect(loadedBy("lib/host/owner/claim.ts")).toContain("arktype");
});
