import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uploadBytes } from "../../../lib/catalog/files.ts";
import { namedFiles, piecesOf } from "../../../lib/host/tools/files.ts";
import { outcomeOf } from "../../support/outcome.ts";

const folder = mkdtempSync(join(tmpdir(), "monk-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, bytes: number): string => {
	const path = join(folder, name);
	writeFileSync(path, "x");
	truncateSync(path, bytes);
	return path;
};

test("files are named with the types that their names tell", async () => {
	const named = await namedFiles([file("a.pdf", 1), file("b.csv", 1), file("c.unheard-of", 1)]);
	expect(named.map(({ name, type }) => [name, type])).toEqual([
		["a.pdf", "application/pdf"],
		["b.csv", "text/csv"],
		["c.unheard-of", ""],
	]);
});

test("what cannot be given is refused before anything is done", async () => {
	expect(await outcomeOf(namedFiles([join(folder, "none.txt")]))).toContain("is not there");
	expect(await outcomeOf(namedFiles([folder]))).toContain("is no file");
	expect(await outcomeOf(namedFiles(["a.txt"]))).toContain("is relative");
	const half = file("half.bin", uploadBytes / 2);
	expect(await namedFiles([half, half])).toHaveLength(2);
	expect(await outcomeOf(namedFiles([half, half, file("one.bin", 1)]))).toStartWith("PAYLOAD_TOO_LARGE");
});

test("pieces are the file, in order, and none is longer than a mebibyte", async () => {
	const path = join(folder, "long.txt");
	writeFileSync(path, "0123456789".repeat(200_000));
	const pieces = await Array.fromAsync(piecesOf(path));
	expect(Math.max(...pieces.map(({ length }) => length))).toBe(1024 * 1024);
	expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece, "base64"))).toString()).toBe(
		"0123456789".repeat(200_000),
	);
});
