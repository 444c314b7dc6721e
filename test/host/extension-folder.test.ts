import { expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedIn, writeExtension } from "../../lib/host/extension-folder.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const extension = (version: string, script: string): Map<string, Uint8Array> =>
	new Map([
		["manifest.json", bytes(JSON.stringify({ name: "monk", version, version_name: `${version} (build x)` }))],
		["background.js", bytes(script)],
		["icons/16.png", bytes("png")],
	]);

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "monk-pack-"));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true });
	}
}

test("an extension is written over an older one, and the folder's other files of monk's stay", () =>
	inFolder(async (folder) => {
		await writeExtension(folder, extension("0.1.0", "one"));
		await writeFile(join(folder, "pair.json"), "{}");
		await writeExtension(folder, extension("0.1.1", "two"));
		expect(await readFile(join(folder, "background.js"), "utf8")).toBe("two");
		expect((await readdir(folder)).toSorted()).toEqual(["background.js", "icons", "manifest.json", "pair.json"]);
		expect(packedIn(folder)).toEqual({ version: "0.1.1", build: "0.1.1 (build x)" });
	}));

test("the manifest, which makes a running extension reload, is the last to change", () =>
	inFolder(async (folder) => {
		await writeExtension(folder, extension("0.1.0", "one"));
		// A folder in the place of a script cannot be written over.
		await rm(join(folder, "background.js"));
		await mkdir(join(folder, "background.js"));
		await expect(writeExtension(folder, extension("0.1.1", "two"))).rejects.toThrow();
		expect(packedIn(folder)?.version).toBe("0.1.0");
	}));

test("what breaks off before the first manifest is taken up again", () =>
	inFolder(async (folder) => {
		await writeFile(join(folder, "background.js"), "half");
		await writeFile(join(folder, "background.js.tmp"), "half");
		await writeExtension(folder, extension("0.1.0", "one"));
		expect(packedIn(folder)?.version).toBe("0.1.0");
	}));

test("a folder with somebody's own files is refused, and nothing is written", () =>
	inFolder(async (folder) => {
		await writeFile(join(folder, "thesis.txt"), "years of work");
		await expect(writeExtension(folder, extension("0.1.0", "one"))).rejects.toThrow(/holds "thesis.txt"/);
		expect(await readdir(folder)).toEqual(["thesis.txt"]);
	}));

test("another extension's folder is refused too", () =>
	inFolder(async (folder) => {
		await writeFile(join(folder, "manifest.json"), JSON.stringify({ name: "other", version: "1" }));
		await writeFile(join(folder, "other.js"), "");
		await expect(writeExtension(folder, extension("0.1.0", "one"))).rejects.toThrow(/holds "other.js"/);
	}));
