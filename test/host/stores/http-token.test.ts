import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { httpToken } from "../../../lib/host/stores/http-token.ts";
import { systemRandom } from "../../../lib/host/system.ts";
import { rejection } from "../../support/test-owner.ts";

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "monk-token-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("the token is made once, for its owner's eyes only, and stays the same", async () => {
	const path = join(folder, "made");
	const token = await httpToken(path, systemRandom);
	expect(token).toMatch(/^[0-9a-f]{64}$/);
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	expect(await httpToken(path, systemRandom)).toBe(token);
});

test("a file that cannot be trusted lets nobody in, and is left as it is", async () => {
	const open = join(folder, "open");
	await writeFile(open, `${"ab".repeat(32)}\n`);
	await chmod(open, 0o644);
	const empty = join(folder, "empty");
	await writeFile(empty, "", { mode: 0o600 });
	const link = join(folder, "link");
	await symlink(open, link);
	for (const path of [open, empty, link])
		expect(await rejection(httpToken(path, systemRandom)), path).toMatchObject({
			code: "STATE_UNREADABLE",
			hint: expect.stringContaining("Delete that file"),
		});
	expect(await readFile(open, "utf8")).toBe(`${"ab".repeat(32)}\n`);
});
