import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Chrome } from "../support/chrome.ts";
import { refOf } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import { McpClient } from "../support/mcp-client.ts";
import { MonkHome } from "../support/monk-process.ts";
import { joinBrowser, ownerPid } from "../support/owned-browser.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

let site: Site;
let home: MonkHome;
let chrome: Chrome;
let agents: McpClient[];

const ledger = "<title>Ledger</title><button onclick='clicks = (window.clicks ?? 0) + 1'>Pay</button>";

beforeAll(async () => {
	site = new Site({ "/": ledger });
	home = await MonkHome.make();
	agents = [await McpClient.start(home, "first")];
	const join = (name: string) => McpClient.start(home, name).then((agent) => agents.push(agent));
	[chrome] = await Promise.all([joinBrowser(home), ...["second", "third", "fourth", "fifth", "sixth"].map(join)]);
}, 60_000);

afterAll(async () => {
	await Promise.all((agents ?? []).map((agent) => agent[Symbol.asyncDispose]()));
	await chrome?.close();
	await home?.close();
	await site?.close();
});

/** The agents, the one whose process owns the browsers first. */
async function inOrder(): Promise<[McpClient, McpClient, ...McpClient[]]> {
	const pid = await ownerPid(home);
	const [owner, ...others] = agents.toSorted((a, b) => Number(b.pid === pid) - Number(a.pid === pid));
	const [other] = others;
	if (owner?.pid !== pid || other === undefined) throw new Error("no agent's process is the owner");
	return [owner, other, ...others.slice(1)];
}

const done = expect.objectContaining({ code: undefined });
const gone = expect.objectContaining({ code: "OWNER_GONE" });

/** Opens a page of its own for an agent, which has an act under way there that never ends, and more behind it. */
async function inMidWork(agent: McpClient, number: number) {
	const page = await chrome.open(site.url(`/?${number}`));
	const tabs = await eventually(async () => {
		const { text } = await agent.call("browser_list_tabs");
		return new RegExp(`tab (\\d+): .*\\?${number}`).exec(text)?.[1];
	});
	const tab = { tab: Number(tabs) };
	const ref = refOf((await agent.call("browser_snapshot", tab)).text, "Pay");
	const pay = () => agent.call("browser_click", { ...tab, ref, element: "Pay", lease: false });
	const endless = "begun = (window.begun ?? 0) + 1, new Promise(() => {})";
	const acting = agent.call("browser_evaluate", { ...tab, expression: endless });
	await page.until("window.begun");
	// Calls to one tab wait for each other, so these are under way as well.
	const behind = pay();
	const reading = agent.call("browser_snapshot", tab);
	const answers = Promise.all([acting, behind, reading]);
	return { answers, pay, page };
}

let shared: Page;

test("an owner killed with five agents in mid-work is replaced: reads answer, acts say that they may have run, nothing runs twice", async () => {
	const [owner, ...others] = await inOrder();
	const works = [];
	for (const [number, agent] of others.entries()) works.push(await inMidWork(agent, number));
	process.kill(owner.pid, "SIGKILL");
	agents = agents.filter((agent) => agent !== owner);
	const read = expect.objectContaining({ code: undefined, text: expect.stringContaining('button "Pay"') });
	expect(await Promise.all(works.map(({ answers }) => answers))).toEqual(Array(5).fill([gone, gone, read]));
	expect(await Promise.all(works.map(({ pay }) => pay()))).toEqual(Array(5).fill(done));
	const told = await Promise.all(works.map(({ page }) => page.evaluate("[begun, clicks]")));
	expect(told).toEqual(Array(5).fill([1, 1]));
	expect(others.map(({ pid }) => pid)).toContain(await ownerPid(home));
	for (const { page } of works.slice(1)) await page.close();
	shared = works[0]?.page as Page;
});

test("an owner that is stopped in good order hands over without a failed call", async () => {
	const [owner, other] = await inOrder();
	const ref = refOf((await other.call("browser_snapshot")).text, "Pay");
	await shared.evaluate("clicks = 0");
	const answers = [];
	for (let round = 0; round < 6; round++) {
		const clicking = other.call("browser_click", { ref, element: "Pay" });
		if (round === 2) process.kill(owner.pid, "SIGTERM");
		answers.push(await clicking);
	}
	expect(answers).toEqual(Array(6).fill(done));
	expect(await shared.evaluate("clicks")).toBe(6);
	expect(await ownerPid(home)).not.toBe(owner.pid);
	agents = agents.filter((agent) => agent !== owner);
});

test("monk stop does not say that monk has stopped while an agent goes on with it", async () => {
	const stopped = await home.run("stop");
	expect(stopped.exit).toBe(3);
	expect(stopped.stderr).toContain("TAKEN_OVER");
	expect(stopped.stderr).toContain(`process ${await ownerPid(home)}`);
});

test("an owner in the background takes the place when all agents have left, and waits for the browser", async () => {
	await Promise.all(agents.splice(0).map((agent) => agent[Symbol.asyncDispose]()));
	const answer = await home.run("call", "browser_evaluate", "--expression", "document.title");
	expect(answer.stderr).toContain("starting it in the background");
	expect(answer.stdout).toContain("Ledger");
});
