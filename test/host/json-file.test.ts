import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonFile, loadJson, saveJson, writeWhole } from "../../lib/host/json-file.ts";

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "monk-json-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const noon = Date.UTC(2026, 10, 30, 12, 0, 0);

let files = 0;
const file = (secret = true): JsonFile<readonly number[]> => ({
	path: join(folder, `file-${++files}.json`),
	version: 2,
	secret,
	read: ({ list }) => (Array.isArray(list) && list.every(Number.isFinite) ? list : undefined),
	write: (list) => ({ list }),
	empty: [],
});

test("what is saved is loaded again, and is its owner's alone", async () => {
	const numbers = file();
	await saveJson(numbers, [1, 2]);
	expect(await loadJson(numbers, noon)).toEqual({ data: [1, 2] });
	expect((await stat(numbers.path)).mode & 0o777).toBe(0o600);
});

test("a file that is not there is empty and no problem", async () => {
	expect(await loadJson(file(), noon)).toEqual({ data: [] });
});

test("writing leaves no temporary file, whether it succeeds or not", async () => {
	const numbers = file();
	await saveJson(numbers, [1]);
	await writeWhole(join(folder, "missing", "x"), "x").catch(() => undefined);
	expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("writes at the same time leave one whole file", async () => {
	const numbers = file();
	await Promise.all(Array.from({ length: 20 }, (_, index) => saveJson(numbers, Array(1_000).fill(index))));
	const { data, problem } = await loadJson(numbers, noon);
	expect(problem).toBeUndefined();
	expect(new Set(data).size).toBe(1);
});

const unusable = [
	["is no whole JSON", '{"version":2,"list":[1'],
	["is no whole JSON", ""],
	["is not one of monk's", "[1,2]"],
	["is not one of monk's", '{"list":[1]}'],
	["is of version 3, not 2", '{"version":3,"list":[1]}'],
	["does not hold what it should", '{"version":2,"list":["x"]}'],
] as const;

for (const [why, text] of unusable)
	test(`a file that ${why} (${text || "empty"}) is kept aside under a dated name`, async () => {
		const numbers = file();
		await writeFile(numbers.path, text, { mode: 0o600 });
		const { data, problem } = await loadJson(numbers, noon);
		const aside = `${numbers.path}.kept-20261130T120000000Z`;
		expect(data).toEqual([]);
		expect(problem).toBe(`${numbers.path} ${why}; it was kept as ${aside}`);
		expect(await readFile(aside, "utf8")).toBe(text);
		await saveJson(numbers, [7]);
		expect(await readFile(aside, "utf8")).toBe(text);
	});

test("a secret that others could read is kept aside; another file may be read but not changed by them", async () => {
	const [secret, open, writable] = [file(), file(false), file(false)];
	for (const [numbers, mode] of [
		[secret, 0o644],
		[open, 0o644],
		[writable, 0o666],
	] as const) {
		await saveJson(numbers, [1]);
		await chmod(numbers.path, mode);
	}
	const { problem = "" } = await loadJson(secret, noon);
	expect(problem).toContain("could be read by other users");
	expect((await stat(problem.split("kept as ")[1] ?? "")).mode & 0o777).toBe(0o600);
	expect(await loadJson(open, noon)).toEqual({ data: [1] });
	expect((await loadJson(writable, noon)).problem).toContain("could be changed by other users");
});

test("a link in the file's place is not followed", async () => {
	const [target, numbers] = [file(), file()];
	await saveJson(target, [1]);
	await symlink(target.path, numbers.path);
	expect((await loadJson(numbers, noon)).problem).toContain("is not an ordinary file");
	expect(await loadJson(target, noon)).toEqual({ data: [1] });
});
