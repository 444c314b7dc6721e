import { expect, test } from "bun:test";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MonkHome } from "../../support/monk-process.ts";

test("a log that has grown long is put aside when the next owner starts in the background", async () => {
	await using home = await MonkHome.make();
	const log = join(home.folder, "logs", "owner.log");
	await mkdir(join(home.folder, "logs"));
	await writeFile(log, "x".repeat(1024 * 1024 + 1), { mode: 0o600 });
	expect((await home.run("profiles")).exit).toBe(0);
	expect((await stat(`${log}.old`)).size).toBe(1024 * 1024 + 1);
	expect(await readFile(log, "utf8")).toContain("is ready");
});
