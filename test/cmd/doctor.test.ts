import { expect, test } from "bun:test";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packedRow } from "../../lib/host/doctor/browser.ts";
import type { Row } from "../../lib/host/doctor/examine.ts";
import { jsonLines, MonkHome } from "../support/monk-process.ts";

interface Report {
	readonly exit: number;
	row(check: string): Row | undefined;
	readonly wrong: readonly string[];
	/** Checks that have more than one row. */
	readonly twice: readonly string[];
}

async function doctor(home: MonkHome): Promise<Report> {
	const { stdout, exit } = await home.run("doctor", "--json");
	const rows = jsonLines<Row>(stdout);
	return {
		exit,
		row: (check) => rows.find((row) => row.check === check),
		twice: rows.map(({ check }) => check).filter((check, index, all) => all.indexOf(check) !== index),
		wrong: rows.filter(({ state }) => state === "wrong").map(({ check }) => check),
	};
}

test("a fresh machine is in order, and the doctor leaves nothing behind", async () => {
	await using home = await MonkHome.make();
	const { exit, wrong, row } = await doctor(home);
	expect({ exit, wrong }).toEqual({ exit: 0, wrong: [] });
	expect(row("owner")).toMatchObject({ state: "note", found: "none runs" });
	expect(row("link port")).toEqual({ check: "link port", state: "ok", found: `${home.linkPort} is free` });
	expect((await home.run("status")).stderr).toContain("NO_OWNER");
});

test("with an owner it names its version, its ports and its token", async () => {
	await using home = await MonkHome.make();
	await home.start("serve", "--json").waitFor(/"ready"/);
	const { exit, row, twice } = await doctor(home);
	expect({ exit, twice }).toEqual({ exit: 0, twice: [] });
	expect(row("owner")).toMatchObject({ state: "ok", found: expect.stringMatching(/^monk 0\.1\.0, process \d+$/) });
	expect(row("control port")).toMatchObject({ state: "ok", found: `${home.controlPort} answers` });
	expect(row("token")).toMatchObject({ state: "ok" });
	expect(row("profiles")).toMatchObject({ state: "note", next: "monk pair, or monk open" });
});

test("each fault has a row with the command that mends it, and the exit status is 3", async () => {
	await using home = await MonkHome.make();
	const peers = join(home.folder, "peers.json");
	await writeFile(peers, '{"version":1,"peers":[]}', { mode: 0o644 });
	await chmod(peers, 0o644);
	await chmod(home.folder, 0o755);
	await writeFile(join(home.folder, "config.json"), "{", { mode: 0o600 });
	const stranger = Bun.serve({ hostname: "127.0.0.1", port: home.linkPort, fetch: () => new Response() });
	const { exit, row, wrong, twice } = await doctor(home);
	await stranger.stop(true);
	expect({ exit, twice }).toEqual({ exit: 3, twice: [] });
	expect(wrong.toSorted()).toEqual(["config", "home", "link port", "peers"]);
	expect(row("home")).toMatchObject({ mend: `chmod 700 ${home.folder}` });
	expect(row("peers")).toMatchObject({ mend: `chmod 600 ${peers}` });
	expect(row("link port")).toMatchObject({ found: expect.stringContaining("held by") });
	expect(await readFile(peers, "utf8")).toBe('{"version":1,"peers":[]}');
});

test("a stranger on the control port is told from a monk", async () => {
	await using home = await MonkHome.make();
	const stranger = Bun.serve({ hostname: "127.0.0.1", port: home.controlPort, fetch: () => new Response() });
	const { exit, row } = await doctor(home);
	await stranger.stop(true);
	expect(exit).toBe(3);
	expect(row("owner")).toMatchObject({ state: "wrong", found: expect.stringMatching(/^PORT_TAKEN: /) });
});

test("an extension of the 0.2 line that called is remembered for a week", async () => {
	await using home = await MonkHome.make();
	const called = (at: number, extVersion: string): string =>
		`${JSON.stringify({ at: new Date(at).toISOString(), event: "session", session: { kind: "legacy", extVersion } })}\n`;
	const day = 24 * 3_600_000;
	const text = called(Date.now() - 9 * day, "0.2.0") + called(Date.now() - day, "0.2.1");
	await writeFile(join(home.folder, "audit.jsonl"), text, { mode: 0o600 });
	expect((await doctor(home)).row("old extensions")).toMatchObject({
		state: "note",
		found: "called within a week and were refused: 0.2.1",
	});
});

test("a packed extension of another build is to be packed anew", () => {
	const carried = { version: "0.1.0", build: "0.1.0 (build a)" };
	expect(packedRow("/x", undefined, carried)).toMatchObject({ state: "note" });
	expect(packedRow("/x", carried, carried)).toMatchObject({ state: "ok" });
	expect(packedRow("/x", { version: "0.1.0", build: "0.1.0 (build b)" }, carried)).toMatchObject({
		state: "wrong",
		mend: "monk ext pack",
	});
});
