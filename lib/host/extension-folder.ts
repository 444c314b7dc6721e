import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MonkError } from "../errors/error.ts";
import { extensionFiles } from "./embedded-extension.ts";

/** What makes a folder an extension, and names its build: Chrome and the extension itself look at it first. */
const listing = "manifest.json";

/** Written beside the extension by `monk open`. */
const pairFile = "pair.json";

/** What the extension in a folder calls itself. */
export interface PackedExtension {
	readonly version: string;
	/** With the build, as `0.1.0 (build 1a2b3c4d)`. */
	readonly build: string;
}

/** The extension that lies in a folder, or nothing when none of ours does. */
export function packedIn(folder: string): PackedExtension | undefined {
	try {
		const { name, version, version_name } = JSON.parse(readFileSync(join(folder, listing), "utf8"));
		if (name !== "monk" || typeof version !== "string") return undefined;
		return { version, build: typeof version_name === "string" ? version_name : version };
	} catch {
		return undefined;
	}
}

const entriesOf = (folder: string): readonly string[] => {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
};

/** Somebody's own files must not be mixed with ours, which a mistyped path would do. */
function refuseForeign(folder: string, paths: readonly string[]): void {
	if (packedIn(folder) !== undefined) return;
	const own = new Set([...paths.flatMap((path) => [path, `${path}.tmp`, path.split("/")[0] ?? path]), pairFile]);
	const strange = entriesOf(folder).find((name) => !own.has(name));
	if (strange === undefined) return;
	throw new MonkError("INVALID_ARGUMENT", `${folder} holds "${strange}", which is not of monk's extension`, {
		hint: "Name a folder that is empty, or that `monk ext pack` made.",
	});
}

function replace(file: string, bytes: Uint8Array): void {
	mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
	writeFileSync(`${file}.tmp`, bytes);
	renameSync(`${file}.tmp`, file);
}

/**
 * Writes the built extension into a folder, for Chrome to load unpacked. Each file is replaced whole, and the manifest
 * last: a running extension reloads itself when it sees another one, and then everything it names is there.
 *
 * @throws MonkError INVALID_ARGUMENT for a folder that holds anything else
 */
export async function writeExtension(folder: string, files?: ReadonlyMap<string, Uint8Array>): Promise<void> {
	const all = files ?? (await extensionFiles());
	refuseForeign(folder, [...all.keys()]);
	for (const [path, bytes] of all) if (path !== listing) replace(join(folder, path), bytes);
	const manifest = all.get(listing);
	if (manifest !== undefined) replace(join(folder, listing), manifest);
}
