import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { extensionFiles } from "./embedded-extension.ts";

/** Writes the built extension into a folder, for Chrome to load unpacked. Files of an older version are overwritten. */
export async function writeExtension(folder: string): Promise<void> {
	for (const [path, bytes] of await extensionFiles()) {
		const file = join(folder, path);
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		writeFileSync(file, bytes);
	}
}
