import { rename, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { MonkError } from "../errors/error.ts";
import { extensionFiles } from "./embedded-extension.ts";
import { zip } from "./zip.ts";

const listing = "manifest.json";

/** A store signs with a key of its own and takes no manifest that brings one. */
function withoutKey(manifest: Uint8Array): Uint8Array {
	const { key: _, ...rest } = JSON.parse(new TextDecoder().decode(manifest));
	return new TextEncoder().encode(`${JSON.stringify(rest, null, "\t")}\n`);
}

/** The extension as a store takes it. The same sources give the same bytes. */
export const storeFiles = (files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> =>
	new Map([...files].map(([path, bytes]) => [path, path === listing ? withoutKey(bytes) : bytes]));

async function requireFolder(folder: string): Promise<void> {
	const facts = await stat(folder).catch(() => undefined);
	if (facts?.isDirectory()) return;
	throw new MonkError("INVALID_ARGUMENT", `there is no folder ${folder}`, {
		hint: "Make that folder first, or name a file in one that is there.",
	});
}

/**
 * Writes that archive, whole or not at all.
 *
 * @throws MonkError INVALID_ARGUMENT when its folder is not there: a mistyped path should make none
 */
export async function writeStoreZip(file: string): Promise<void> {
	const temporary = `${file}.tmp`;
	await requireFolder(dirname(file));
	await writeFile(temporary, zip(storeFiles(await extensionFiles())));
	await rename(temporary, file);
}
