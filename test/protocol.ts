/**
 * Writes the description of both protocols from the catalogue.
 *
 *   bun test/protocol.ts            writes lib/catalog/protocol.json and the tables of lib/wire/PROTOCOL.md
 *   bun test/protocol.ts --check    fails when either is stale
 */
import { join } from "node:path";
import { describeProtocols } from "./protocol/description.ts";
import { tablesOf, withTables } from "./protocol/tables.ts";

const at = (path: string): string => join(import.meta.dir, "..", path);

/** Each file that is written from the catalogue, with what it has to hold. */
async function protocolFiles(): Promise<ReadonlyMap<string, string>> {
	const protocols = describeProtocols();
	const page = "lib/wire/PROTOCOL.md";
	return new Map([
		["lib/catalog/protocol.json", `${JSON.stringify(protocols, null, "\t")}\n`],
		[page, withTables(await Bun.file(at(page)).text(), tablesOf(protocols))],
	]);
}

export async function writeProtocolFiles(): Promise<void> {
	for (const [path, text] of await protocolFiles()) await Bun.write(at(path), text);
}

async function staleFiles(): Promise<readonly string[]> {
	const stale: string[] = [];
	for (const [path, text] of await protocolFiles()) {
		const file = Bun.file(at(path));
		if (!(await file.exists()) || (await file.text()) !== text) stale.push(path);
	}
	return stale;
}

async function check(): Promise<number> {
	const stale = await staleFiles();
	for (const path of stale) console.log(`${path} is stale: bun run protocol`);
	return stale.length;
}

if (import.meta.main) {
	if (process.argv.includes("--check")) process.exit((await check()) === 0 ? 0 : 1);
	await writeProtocolFiles();
}
