import { expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AuditLog } from "../../lib/host/audit.ts";

test("lines come in order, and a full file is put aside, the oldest going first", async () => {
	const folder = await mkdtemp(join(tmpdir(), "monk-audit-"));
	const path = join(folder, "audit.jsonl");
	const log = new AuditLog(path, () => 0, 200);
	for (let index = 0; index < 30; index++) log.write({ event: "client-refused", why: `${index}` });
	log.close();
	const names = (await readdir(folder)).toSorted();
	expect(names).toEqual(["audit.1.jsonl", "audit.2.jsonl", "audit.3.jsonl", "audit.jsonl"]);
	const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
	for (const text of texts) expect(text.length).toBeLessThanOrEqual(200);
	const order = [texts[2], texts[1], texts[0], texts[3]].join("").trim().split("\n");
	const numbers = order.map((line) => Number(JSON.parse(line).why));
	expect(numbers.at(-1)).toBe(29);
	expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	await rm(folder, { recursive: true });
});

test("a log goes on where it ended", async () => {
	const folder = await mkdtemp(join(tmpdir(), "monk-audit-"));
	const path = join(folder, "audit.jsonl");
	for (const reason of ["one", "two"]) {
		const log = new AuditLog(path, () => 0);
		log.write({ event: "owner-stopped", reason });
		log.close();
	}
	const lines = (await readFile(path, "utf8")).trim().split("\n");
	expect(lines.map((line) => JSON.parse(line))).toEqual([
		{ at: "1970-01-01T00:00:00.000Z", event: "owner-stopped", reason: "one" },
		{ at: "1970-01-01T00:00:00.000Z", event: "owner-stopped", reason: "two" },
	]);
	await rm(folder, { recursive: true });
});

test("a line that broke off costs no other", async () => {
	const folder = await mkdtemp(join(tmpdir(), "monk-audit-"));
	const path = join(folder, "audit.jsonl");
	await writeFile(path, '{"at":"2026-', { mode: 0o600 });
	const log = new AuditLog(path, () => 0);
	log.write({ event: "owner-stopped", reason: "one" });
	log.close();
	const [broken, whole, ...rest] = (await readFile(path, "utf8")).split("\n");
	expect(broken).toBe('{"at":"2026-');
	expect(JSON.parse(whole ?? "")).toMatchObject({ reason: "one" });
	expect(rest).toEqual([""]);
	await rm(folder, { recursive: true });
});

test("a log that others could read, or that is none, is kept aside and told", async () => {
	const folder = await mkdtemp(join(tmpdir(), "monk-audit-"));
	const [open, strange] = [join(folder, "open.jsonl"), join(folder, "strange.jsonl")];
	await writeFile(open, "old\n");
	await chmod(open, 0o644);
	await mkdir(strange);
	for (const [path, why] of [
		[open, "was open to other users"],
		[strange, "is not an ordinary file"],
	] as const) {
		const log = new AuditLog(path, () => 0);
		expect(log.kept).toBe(`${path} ${why}; it was kept as ${path}.kept-19700101T000000000Z`);
		log.close();
		expect((await stat(path)).mode & 0o777).toBe(0o600);
	}
	expect(await readFile(`${open}.kept-19700101T000000000Z`, "utf8")).toBe("old\n");
	await rm(folder, { recursive: true });
});
