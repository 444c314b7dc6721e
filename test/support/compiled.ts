import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** The executable under test: the one that the test command has built, else one built now. */
export async function compiledMonk(): Promise<string> {
	const built = process.env.MONK_TEST_DIST;
	if (built !== undefined) return built;
	const build = Bun.spawn([process.execPath, "build.ts"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
	if ((await build.exited) !== 0) throw new Error("the executable could not be built");
	return join(root, "dist/monk");
}
