import { join } from "node:path";
import { acting } from "./acting.ts";
import { clients } from "./clients.ts";
import { hop } from "./hop.ts";
import type { Bench } from "./measure.ts";
import { memory } from "./memory.ts";
import { snapshot } from "./snapshot.ts";
import { startUp } from "./start-up.ts";
import { replaceTable, tableOf } from "./table.ts";
import { takeOver } from "./take-over.ts";

/** Each bench by the word that chooses it: `bun run bench start-up`. Without a word all of them run. */
const benches: Readonly<Record<string, Bench>> = {
	"start-up": startUp,
	"take-over": takeOver,
	clients,
	hop,
	memory,
	snapshot,
	acting,
};

const readme = join(import.meta.dir, "README.md");

const chosen = process.argv.slice(2);
const unknown = chosen.filter((word) => !Object.hasOwn(benches, word));
if (unknown.length > 0) {
	console.error(`no bench is called ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}`);
	process.exit(3);
}
for (const [word, bench] of Object.entries(benches)) {
	if (chosen.length > 0 && !chosen.includes(word)) continue;
	const table = tableOf(bench, await bench.run());
	console.log(`${table}\n`);
	await Bun.write(readme, replaceTable(await Bun.file(readme).text(), bench, table));
}
