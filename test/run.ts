/**
 * All tests, on a machine that may have no browser yet. Its last line is `N passed, N failed`.
 *
 *   bun test/run.ts [what `bun test` takes]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";
import { ensureChromium } from "./support/ensure-chromium.ts";
import { countResults } from "./support/junit.ts";
import { processesOf } from "./support/processes.ts";

const root = join(import.meta.dir, "..");

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
	const child = Bun.spawn([process.execPath, ...args], {
		cwd: root,
		env: { ...process.env, ...env },
		stdio: ["ignore", "inherit", "inherit"],
	});
	return child.exited;
}

const browser = ensureChromium();
console.log(`Browser: ${browser}`);
if ((await run(["build.ts"])) !== 0) {
	console.log("0 passed, 1 failed");
	process.exit(1);
}

/** Everything that the tests make lies in one folder, so that what they leave behind is seen. */
const scratch = mkdtempSync(join(tmpdir(), "mt-"));
const report = join(scratch, "junit.xml");
const reporting = ["--reporter=junit", `--reporter-outfile=${report}`];
const status = await run(["test", "--parallel=2", "--timeout=30000", ...reporting, ...process.argv.slice(2)], {
	MONK_BROWSER: browser,
	MONK_TEST_DIST: join(root, "dist/monk"),
	...(process.platform === "linux" ? { TMPDIR: scratch } : {}),
});

const isWhole = process.argv.length === 2;
const files = isWhole
	? [...new Glob("test/**/*.test.ts").scanSync(root)].map((file) => file.replaceAll("\\", "/"))
	: [];
const counts = countResults(existsSync(report) ? readFileSync(report, "utf8") : "", files);
const left = processesOf(scratch);
rmSync(scratch, { recursive: true, force: true });

for (const file of counts.lost) console.log(`never reported: ${file}`);
for (const line of left) console.log(`left running: ${line}`);
if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
const failed = Math.max(counts.failed, status === 0 ? 0 : 1) + left.length;
console.log(`${counts.passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
