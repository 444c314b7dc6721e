import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Chrome } from "../support/chrome.ts";
import { Crowd, type Deed, type DeedKind, type Place } from "../support/crowd.ts";
import { refOf } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import { McpClient } from "../support/mcp-client.ts";
import { jsonLines, MonkHome } from "../support/monk-process.ts";
import { joinBrowser } from "../support/owned-browser.ts";
import type { Page } from "../support/page.ts";
import { SeededRandom } from "../support/random.ts";
import { Site } from "../support/site.ts";

/** `bun run test:soak` works for minutes; the suite takes a slice. */
const whole = process.env.MONK_SOAK === "1";
const size = whole ? { agents: 8, tabs: 4, calls: 500, kills: 24 } : { agents: 4, tabs: 2, calls: 60, kills: 3 };
const random = new SeededRandom(Number(process.env.MONK_SOAK_SEED ?? Math.floor(Math.random() * 1e9)));

const ledger = `<title>Ledger</title><script>
	const records = [];
	let clicks = 0;
	const record = (number) => records.push(number);
</script><button onclick="clicks++">Count</button>`;

let site: Site;
let home: MonkHome;
let crowd: Crowd;
const browsers: Chrome[] = [];
/** Where the crowd works, with the page itself for the test to look at. */
const places: { readonly place: Place; readonly page: Page }[] = [];

async function openPlace(chrome: Chrome, agent: McpClient, profile: string, number: number): Promise<void> {
	const page = await chrome.open(site.url(`/?${profile}-${number}`));
	const tab = await eventually(async () => {
		const { text } = await agent.call("browser_list_tabs");
		return new RegExp(`tab (\\d+): .*\\?${profile}-${number}\\b`).exec(text)?.[1];
	});
	const where = { profile, tab: Number(tab) };
	const ref = refOf((await agent.call("browser_snapshot", where)).text, "Count");
	places.push({ place: { ...where, ref }, page });
}

beforeAll(async () => {
	site = new Site({ "/": ledger });
	home = await MonkHome.make();
	const first = await McpClient.start(home, "agent 0");
	browsers.push(...(await Promise.all(["work", "home"].map((label) => joinBrowser(home, { label })))));
	for (const [at, profile] of ["work", "home"].entries())
		for (let number = 1; number <= size.tabs; number++) await openPlace(browsers[at] as Chrome, first, profile, number);
	crowd = new Crowd(home, first, size.agents, random);
}, 120_000);

afterAll(async () => {
	await crowd?.[Symbol.asyncDispose]();
	for (const chrome of browsers) await chrome.close();
	await home?.close();
	await site?.close();
});

const kinds: readonly [DeedKind, ...DeedKind[]] = ["record", "record", "record", "click", "snapshot", "text", "list"];

/** Most of an agent's calls go to a tab of its own, as an agent's do; some to another's. */
function planOne(number: number): Deed {
	const own = (number % size.agents) % places.length;
	const place = places[random.int(4) > 0 ? own : random.int(places.length)]?.place as Place;
	const isHasty = random.int(20) === 0;
	return { number, kind: random.pick(kinds), place, answers: [], ...(isHasty ? { givesUpAfter: random.int(40) } : {}) };
}

/** What a call may come to when processes are killed around it: whether it ran is known, or cannot be. */
const surelyNot = [
	"TAB_BUSY",
	"OWNER_STOPPING",
	"NO_OWNER",
	"BROWSER_OFFLINE",
	"NO_BROWSER_CONNECTED",
	"PROFILE_NOT_FOUND",
];
const unknown = ["died", "cancelled", "CANCELLED", "OWNER_GONE", "BROWSER_GONE", "OUTCOME_UNKNOWN", "TIMEOUT"];

const sameDeed = (deeds: readonly Deed[], kind: DeedKind, { profile, tab }: Place) =>
	deeds.filter((deed) => deed.kind === kind && deed.place.profile === profile && deed.place.tab === tab);

const count = (deeds: readonly Deed[], ...answers: string[]): number =>
	deeds.filter((deed) => answers.includes(deed.answers[0] ?? "")).length;

interface CallLine {
	readonly event: string;
	readonly tool?: string;
	readonly profile?: string;
	readonly tab?: number;
	readonly outcome?: string;
}

/** Killings that fall into the crowd's work, each when so many calls have been answered. */
async function killMeanwhile(plan: readonly Deed[]): Promise<void> {
	const answered = () => plan.filter(({ answers }) => answers.length > 0).length;
	for (let kill = 1; kill <= size.kills; kill++) {
		const due = (plan.length * kill) / (size.kills + 1);
		await eventually(() => answered() >= due, { within: 600_000 });
		await crowd.kill(kill % 2 === 0 ? "agent" : "owner");
	}
}

test(`a crowd of agents over two browsers, some killed at work, the owner too (seed ${random.seed})`, async () => {
	const plan = Array.from({ length: size.calls }, (_, number) => planOne(number));
	await Promise.all([crowd.work(plan), killMeanwhile(plan)]);
	expect(crowd.kills).toBe(size.kills);

	// Every call has exactly one answer, and it is one of those that can be.
	expect(plan.filter(({ answers }) => answers.length !== 1)).toEqual([]);
	const strange = plan.filter(({ answers }) => !["ok", ...surelyNot, ...unknown].includes(answers[0] ?? ""));
	expect(strange).toEqual([]);
	expect(count(plan, "ok")).toBeGreaterThan(plan.length / 2);

	const audit = jsonLines<CallLine>(await readFile(join(home.folder, "audit.jsonl"), "utf8"));
	for (const { place, page } of places) {
		const [records, clicks] = (await page.evaluate("[records, clicks]")) as [number[], number];
		const recorded = sameDeed(plan, "record", place);
		// Nothing that was meant for another tab, and nothing twice.
		expect(records.filter((number) => !recorded.some((deed) => deed.number === number))).toEqual([]);
		expect(new Set(records).size).toBe(records.length);
		for (const { number, answers } of recorded) {
			if (answers[0] === "ok") expect(records).toContain(number);
			if (surelyNot.includes(answers[0] ?? "")) expect(records).not.toContain(number);
		}
		const clicked = sameDeed(plan, "click", place);
		expect(clicks).toBeGreaterThanOrEqual(count(clicked, "ok"));
		expect(clicks).toBeLessThanOrEqual(count(clicked, "ok", ...unknown));
		for (const [tool, deeds, seen] of [
			["browser_evaluate", recorded, records.length],
			["browser_click", clicked, clicks],
		] as const) {
			const lines = audit.filter(
				(line) => line.tool === tool && line.profile === place.profile && line.tab === place.tab,
			);
			const done = lines.filter(({ outcome }) => outcome === "ok").length;
			// What an agent heard of is written down, and what is written down has happened.
			expect(done).toBeGreaterThanOrEqual(count(deeds, "ok"));
			expect(done).toBeLessThanOrEqual(seen);
			expect(seen).toBeLessThanOrEqual(done + count(deeds, ...unknown));
		}
	}
	const tally = Object.entries(Object.groupBy(plan, ({ answers }) => answers[0] ?? "none"));
	console.log(`soak, seed ${random.seed}: ${tally.map(([answer, deeds]) => `${answer} ${deeds?.length}`).join(", ")}`);
}, 900_000);
