import { connectOwner } from "../../lib/host/owner/connect.ts";
import type { OwnerConnection } from "../../lib/host/owner/control-client.ts";
import { readSetting } from "../../lib/host/setting.ts";
import { compiledMonk } from "../support/compiled.ts";
import { eventually } from "../support/eventually.ts";
import { MonkHome } from "../support/monk-process.ts";
import { joinBrowser } from "../support/owned-browser.ts";
import { Site } from "../support/site.ts";
import { codeOf, textOf } from "../support/test-owner.ts";
import { type Bench, figuresOf, type Row, time } from "./measure.ts";

const counts = [1, 4, 16, 64] as const;
const tabs = 8;

/** Milliseconds for which each number of clients works. */
const workMs = 4_000;

async function evaluate(client: OwnerConnection, tab: number): Promise<void> {
	const args = { expression: "1", tab, lease: false };
	const result = await client.request("call_tool", { name: "browser_evaluate", args });
	if (codeOf(result) !== undefined) throw new Error(textOf(result));
}

/** Each client asks again as soon as it is answered. Gives every call's milliseconds, and how many came in a second. */
async function crowd(clients: readonly OwnerConnection[], tabOf: (client: number) => number) {
	const samples: number[] = [];
	const start = performance.now();
	const work = async (client: OwnerConnection, at: number): Promise<void> => {
		while (performance.now() - start < workMs) samples.push(await time(() => evaluate(client, tabOf(at))));
	};
	await Promise.all(clients.map(work));
	return { ...figuresOf(samples), perSecond: (samples.length * 1_000) / (performance.now() - start) };
}

async function measure(): Promise<readonly Row[]> {
	await using home = await MonkHome.make({ monk: await compiledMonk() });
	await using site = new Site({ "/": "<title>page</title><p>text</p>" });
	await home.start("serve").waitForStderr(/is ready/);
	await using chrome = await joinBrowser(home);
	for (let tab = 0; tab < tabs; tab++) await chrome.open(site.url(`/?${tab}`), { background: tab > 0 });
	const setting = await readSetting({}, home.env);
	const clients = await Promise.all(
		Array.from({ length: Math.max(...counts) }, (_, at) => connectOwner(setting, `client ${at}`)),
	);
	const [first] = clients;
	if (first === undefined) throw new Error("no client");
	const slots = await eventually(async () => {
		const listed = textOf(await first.request("call_tool", { name: "browser_list_tabs", args: {} }));
		const found = [...listed.matchAll(/tab (\d+): .*\?\d/g)].map(([, slot]) => Number(slot));
		return found.length === tabs ? found : undefined;
	});
	for (const slot of slots) await evaluate(first, slot);
	const rows: Row[] = [];
	for (const [where, tabOf] of [
		["in one tab", () => slots[0] ?? 0],
		[`over ${tabs} tabs`, (at: number) => slots[at % tabs] ?? 0],
	] as const)
		for (const count of counts) {
			const { perSecond, ...figures } = await crowd(clients.slice(0, count), tabOf);
			const floor = rows[0] && { what: "one client", median: rows[0].median };
			const what = `${count} ${count === 1 ? "client" : "clients"}, ${where}`;
			rows.push({ what, ...figures, ...(floor ? { floor } : {}), note: `${perSecond.toFixed(0)} calls a second` });
		}
	for (const client of clients) client.close();
	return rows;
}

/** browser_evaluate of `1` in a real browser, from clients that each ask again as soon as they are answered. */
export const clients: Bench = { title: "Many clients at once", run: measure };
