import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
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

/** Writes that archive, whole or not at all. */
export async function writeStoreZip(file: string): Promise<void> {
	const temporary = `${file}.tmp`;
	await mkdir(dirname(file), { recursive: true });
	await writeFile(temporary, zip(storeFiles(await extensionFiles())));
	await rename(temporary, file);
}
