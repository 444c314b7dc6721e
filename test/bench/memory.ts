import { readFile } from "node:fs/promises";
import { compiledMonk } from "../support/compiled.ts";
import { McpClient } from "../support/mcp-client.ts";
import { MonkHome } from "../support/monk-process.ts";
import { type Bench, figuresOf, type Row } from "./measure.ts";

const looks = 10;
const everyMs = 500;
const mebibyte = 1_024;

/** KiB by name, as Linux tells them of a process. */
async function memoryOf(pid: number): Promise<Readonly<Record<string, number>>> {
	const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
	return Object.fromEntries([...text.matchAll(/^(\w+):\s+(\d+) kB/gm)].map(([, name, size]) => [name, Number(size)]));
}

const medianOf = (all: readonly Readonly<Record<string, number>>[], name: string): string =>
	(figuresOf(all.map((one) => one[name] ?? Number.NaN)).median / mebibyte).toFixed(0);

async function row(what: string, pid: number): Promise<Row> {
	const seen = [];
	for (let look = 0; look < looks; look++) {
		await Bun.sleep(everyMs);
		seen.push(await memoryOf(pid));
	}
	const note = `its own (anonymous) ${medianOf(seen, "Anonymous")} MB, its share of all (PSS) ${medianOf(seen, "Pss")} MB`;
	return { what, ...figuresOf(seen.map(({ Rss = Number.NaN }) => Rss / mebibyte)), note };
}

async function measure(): Promise<readonly Row[]> {
	await using home = await MonkHome.make({ monk: await compiledMonk() });
	const serving = home.start("serve");
	await serving.waitForStderr(/is ready/);
	await using forwarding = await McpClient.start(home, "forwarder");
	await forwarding.call("browser_list_tabs");
	return [
		await row("an idle owner (`monk serve`)", serving.pid),
		await row("an idle forwarder (`monk mcp`)", forwarding.pid),
	];
}

/** Resident memory of processes that do nothing, looked at for five seconds each. */
export const memory: Bench = { title: "Memory at rest", unit: "MB", run: measure };
