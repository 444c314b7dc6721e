import { expect, test } from "bun:test";
import { slowestOf } from "../../../lib/host/owner/control-server.ts";
import { readToken } from "../../../lib/host/owner/token.ts";
import { limits } from "../../../lib/wire/limits.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { RawClient } from "../../support/raw-client.ts";
import { SilentProxy } from "../../support/silent-proxy.ts";
import { codeOf, rejection, TestOwner, textOf } from "../../support/test-owner.ts";

const MiB = 1024 * 1024;

/** A browser whose page is of that length. */
const pageOf = (chars: number) => {
	const snapshot = "x".repeat(chars);
	return {
		browser_snapshot: ({ tabId }: Record<string, unknown>) => ({ tabId, url: "https://a/", title: "", snapshot }),
	};
};

const snapshot = { name: "browser_snapshot", args: {} };

test("a client that reads nothing is told so in the place of answers for which there is no room, and harms no other", async () => {
	await using monk = await TestOwner.start();
	await using proxy = await SilentProxy.to(monk.owner.ports.control);
	await monk.extension({ label: "big", scripts: pageOf(16 * MiB) });
	await monk.extension({ label: "small" });
	const deaf = await monk.client(undefined, undefined, proxy.port);
	const other = await monk.client();
	const small = { name: "browser_snapshot", args: { profile: "small" } };
	proxy.stopReading();
	Bun.gc(true);
	const before = process.memoryUsage.rss();
	const asked = Array.from({ length: 9 }, () =>
		deaf.request("call_tool", { name: "browser_snapshot", args: { profile: "big" } }).catch((error: unknown) => error),
	);
	const isOver = () =>
		monk.audit().then((lines) => lines.filter(({ tool, profile }) => tool && profile === "big").length === 9);
	while (!(await isOver())) expect(codeOf(await other.request("call_tool", small))).toBeUndefined();
	Bun.gc(true);
	// Without a limit all of the answers wait, and each has several copies on its way.
	expect(process.memoryUsage.rss() - before).toBeLessThan(600 * MiB);
	proxy.readOn();
	const answers = await Promise.all(asked);
	const refused = answers.filter((answer) => answer instanceof Error);
	expect(refused.length).toBeGreaterThan(1);
	expect(refused.length).toBeLessThan(9);
	for (const error of refused) expect(error).toMatchObject({ code: "READS_TOO_SLOWLY" });
	expect((await deaf.request("owner_status", {})).clients).toHaveLength(2);
}, 60_000);

test("past what all clients may let wait together, the one that lets most wait is cut off", () => {
	const queue = (queuedBytes: number) => ({ queuedBytes });
	const [a, b, c] = [queue(5), queue(7), queue(3)];
	expect(slowestOf([a, b, c], 15)).toBeUndefined();
	expect(slowestOf([a, b, c], 14)).toBe(b);
	expect(slowestOf([], 0)).toBeUndefined();
});

test("a client that hangs is let go after forty seconds, and its tabs with it", async () => {
	const clock = new ManualClock(Date.now());
	await using monk = await TestOwner.start(undefined, clock);
	await using proxy = await SilentProxy.to(monk.owner.ports.control);
	await monk.extension();
	const hung = await monk.client(undefined, undefined, proxy.port);
	const other = await monk.client();
	const click = { name: "browser_click", args: { ref: "e1" } };
	await hung.request("call_tool", { name: "browser_snapshot", args: { lease: true } });
	expect(codeOf(await other.request("call_tool", click))).toBe("TAB_BUSY");
	proxy.stopReading();
	for (let round = 0; round < 4; round++) {
		clock.advance(limits.framesPingMs);
		// Whoever still reads has answered its ping by then.
		await other.request("owner_status", {});
		await other.request("call_tool", { name: "browser_list_tabs", args: {} });
	}
	expect(monk.owner.status().clients).toHaveLength(1);
	expect(codeOf(await other.request("call_tool", click))).toBeUndefined();
});

test("of ten thousand calls at once each is answered once, and another client's call waits for one of them at most", async () => {
	await using monk = await TestOwner.start();
	const extension = await monk.extension();
	const flood = await (await RawClient.dial(monk.owner.ports.control)).greet((await readToken(monk.paths.token)) ?? "");
	const other = await monk.client();
	const ids = Array.from({ length: 10_000 }, () => flood.say("call_tool", snapshot));
	await eventually(() => extension.asked.length > 0, { every: 1 });
	const answer = await other.request("call_tool", snapshot);
	expect(codeOf(answer)).toBeUndefined();
	await eventually(() => flood.answers.length >= 10_002);
	const answered = new Map(flood.answers.map((one) => [one.id, one]));
	expect(flood.answers).toHaveLength(10_002);
	for (const id of ids) expect(answered.has(id)).toBe(true);
	const ran = ids.filter((id) => answered.get(id)?.ok === true);
	const limited = ids.filter((id) => (answered.get(id)?.error as { code?: unknown })?.code === "RATE_LIMITED");
	expect(ran.length + limited.length).toBe(10_000);
	expect(ran.length).toBeGreaterThanOrEqual(limits.callsInFlight);
	expect(ran.length).toBeLessThan(2_000);
	const clients = (await monk.audit()).filter(({ event }) => event === "call").map(({ client }) => client);
	// It came in the midst of the flood's calls, and not behind them.
	expect(clients.indexOf("a test")).toBeLessThan(limits.callsInFlight / 2);
	flood.close();
}, 60_000);

test("a browser that stops reading fails its own calls with a code, and is offline soon; another's go on", async () => {
	const clock = new ManualClock(Date.now());
	await using monk = await TestOwner.start(undefined, clock);
	await using proxy = await SilentProxy.to(monk.owner.ports.link);
	await monk.extension({ label: "deaf", linkPort: proxy.port });
	const good = await monk.extension({ label: "good" });
	proxy.stopReading();
	const waiting = monk.call("browser_snapshot", { profile: "deaf", timeoutMs: 1_000 });
	expect(codeOf(await monk.call("browser_snapshot", { profile: "good" }))).toBeUndefined();
	let hasEnded = false;
	void waiting.finally(() => {
		hasEnded = true;
	});
	// A read is asked a second time, so that its time runs twice.
	while (!hasEnded) {
		clock.advance(100);
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect(codeOf(await waiting)).toBe("TIMEOUT");
	const cut = monk.call("browser_evaluate", { profile: "deaf", expression: "1", timeoutMs: 100_000 });
	for (let round = 0; round < 4; round++) {
		clock.advance(limits.framesPingMs);
		await good.peer.ping();
		expect(codeOf(await monk.call("browser_snapshot", { profile: "good" }))).toBeUndefined();
	}
	expect(codeOf(await cut)).toBe("BROWSER_GONE");
	expect(codeOf(await monk.call("browser_snapshot", { profile: "deaf" }))).toBe("BROWSER_OFFLINE");
});

test("a result of 60 MiB arrives whole while others are answered, and one that is too large is told and breaks nothing", async () => {
	await using monk = await TestOwner.start();
	const [big, other] = [await monk.client(), await monk.client()];
	const extension = await monk.extension({ label: "big", scripts: pageOf(60 * MiB) });
	await monk.extension({ label: "small" });
	let isDone = false;
	const asked = big.request("call_tool", { name: "browser_snapshot", args: { profile: "big" } }).finally(() => {
		isDone = true;
	});
	let meanwhile = 0;
	for (; !isDone; meanwhile++)
		expect(
			codeOf(await other.request("call_tool", { name: "browser_snapshot", args: { profile: "small" } })),
		).toBeUndefined();
	expect(textOf(await asked).length).toBeGreaterThan(60 * MiB);
	expect(meanwhile).toBeGreaterThan(5);
	Object.assign(extension.scripts, pageOf(65 * MiB));
	const refused = await big.request("call_tool", { name: "browser_snapshot", args: { profile: "big" } });
	expect(codeOf(refused)).toBe("PAYLOAD_TOO_LARGE");
	expect(monk.owner.status().profiles.every(({ state }) => state === "connected")).toBe(true);
}, 60_000);

test("64 clients at once are all answered; past the most that a port holds, the next is told how many that is", async () => {
	await using monk = await TestOwner.start();
	await monk.extension();
	const clients = await Promise.all(Array.from({ length: 64 }, () => monk.client()));
	const answers = await Promise.all(clients.map((client) => client.request("call_tool", snapshot)));
	expect(answers.map(codeOf)).toEqual(Array(64).fill(undefined));
	await Promise.all(Array.from({ length: limits.connectionsPerListener - 64 }, () => monk.client()));
	const refused = await rejection(monk.client());
	expect(refused).toMatchObject({ code: "RATE_LIMITED" });
	expect(String(refused)).toContain(`${limits.connectionsPerListener}`);
	clients[0]?.close();
	expect((await eventually(() => monk.client())).version).toBe("0.1.0");
}, 60_000);
