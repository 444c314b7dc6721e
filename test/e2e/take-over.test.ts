import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Chrome } from "../support/chrome.ts";
import { refOf } from "../support/driven-browser.ts";
import { McpClient } from "../support/mcp-client.ts";
import { MonkHome } from "../support/monk-process.ts";
import { joinBrowser, ownerPid } from "../support/owned-browser.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

let site: Site;
let home: MonkHome;
let chrome: Chrome;
let page: Page;
let agents: McpClient[];

beforeAll(async () => {
	site = new Site({ "/": "<title>Ledger</title><button onclick='clicks = (window.clicks ?? 0) + 1'>Pay</button>" });
	home = await MonkHome.make();
	agents = [await McpClient.start(home, "first")];
	[chrome] = await Promise.all([
		joinBrowser(home),
		McpClient.start(home, "second").then((agent) => agents.push(agent)),
		McpClient.start(home, "third").then((agent) => agents.push(agent)),
	]);
	page = await chrome.open(site.url());
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

const tab = { tab: 1 };
const done = expect.objectContaining({ code: undefined });

test("an owner killed in mid-work is replaced: reads answer, acts say that they may have run, nothing runs twice", async () => {
	const [owner, second, third = second] = await inOrder();
	const ref = refOf((await second.call("browser_snapshot")).text, "Pay");
	const waiting = "begun = (window.begun ?? 0) + 1, new Promise(() => {})";
	const acting = second.call("browser_evaluate", { ...tab, expression: waiting });
	await page.until("window.begun");
	// Calls to one tab wait for each other, so these are under way as well.
	const behind = third.call("browser_click", { ...tab, ref, element: "Pay" });
	const reading = third.call("browser_snapshot", tab);
	process.kill(owner.pid, "SIGKILL");
	agents = agents.filter((agent) => agent !== owner);
	expect(await acting).toMatchObject({ code: "OWNER_GONE" });
	expect(await behind).toMatchObject({ code: "OWNER_GONE" });
	expect((await reading).text).toContain('button "Pay"');
	expect(await second.call("browser_click", { ...tab, ref, element: "Pay" })).toEqual(done);
	expect(await page.evaluate("[begun, clicks]")).toEqual([1, 1]);
	expect([second.pid, third.pid]).toContain(await ownerPid(home));
});

test("an owner that is stopped in good order hands over without a failed call", async () => {
	const [owner, other] = await inOrder();
	const ref = refOf((await other.call("browser_snapshot")).text, "Pay");
	await page.evaluate("clicks = 0");
	const answers = [];
	for (let round = 0; round < 6; round++) {
		const clicking = other.call("browser_click", { ...tab, ref, element: "Pay" });
		if (round === 2) process.kill(owner.pid, "SIGTERM");
		answers.push(await clicking);
	}
	expect(answers).toEqual(Array(6).fill(done));
	expect(await page.evaluate("clicks")).toBe(6);
	expect(await ownerPid(home)).toBe(other.pid);
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
