import { expect, test } from "bun:test";
import { chmod, readdir, stat } from "node:fs/promises";
import { controlMessages } from "../../../lib/catalog/control.ts";
import { clientRules } from "../../../lib/host/owner/client-rules.ts";
import { dialOwner } from "../../../lib/host/owner/control-client.ts";
import { ownerProof } from "../../../lib/host/owner/proof.ts";
import { readToken } from "../../../lib/host/owner/token.ts";
import { systemClock, systemRandom } from "../../../lib/host/system.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { RawClient } from "../../support/raw-client.ts";
import { tab } from "../../support/scripted-extension.ts";
import { rejection, TestOwner } from "../../support/test-owner.ts";

const nonce = "0f".repeat(32);

const hello = (token: string, version = "0.1.0") => ({ pid: 1, version, token });

async function rawClient(monk: TestOwner): Promise<RawClient> {
	return RawClient.dial(monk.owner.ports.control);
}

const tokenOf = async (monk: TestOwner): Promise<string> => (await readToken(monk.paths.token)) ?? "";

test("a web page's Origin is refused on the control port, even this machine's own", async () => {
	await using monk = await TestOwner.start();
	for (const origin of [
		"https://evil.example",
		"http://localhost",
		"null",
		"chrome-extension://oekbnnochdnhholjcfnedhbdaplkojfl",
	]) {
		const socket = new WebSocket(`ws://127.0.0.1:${monk.owner.ports.control}/`, {
			headers: { Origin: origin },
		} as Bun.WebSocketOptions as unknown as string[]);
		expect(await new Promise((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)))).not.toBe(
			1000,
		);
	}
	expect((await monk.audit()).filter(({ event }) => event === "upgrade-refused")).toHaveLength(4);
});

test("the owner proves that it wrote the token", async () => {
	await using monk = await TestOwner.start();
	const client = await rawClient(monk);
	const answer = await client.ask("owner_proof", { nonce });
	expect(answer).toMatchObject({ ok: true, result: { proof: await ownerProof(await tokenOf(monk), nonce) } });
});

test("a request before fwd_hello is refused and the connection dropped", async () => {
	await using monk = await TestOwner.start();
	for (const [type, payload] of [
		["call_tool", { name: "browser_list_tabs", args: {} }],
		["owner_stop", {}],
		["enroll", { label: "x" }],
	] as const) {
		const client = await rawClient(monk);
		await client.ask("owner_proof", { nonce });
		expect(await client.ask(type, payload)).toMatchObject({ ok: false, error: { code: "INVALID_REQUEST" } });
		expect(await client.closed).toBe(1008);
	}
});

test("fwd_hello before owner_proof is refused and the connection dropped", async () => {
	await using monk = await TestOwner.start();
	const client = await rawClient(monk);
	const answer = await client.ask("fwd_hello", hello(await tokenOf(monk)));
	expect(answer).toMatchObject({ ok: true, result: { ok: false, reason: "ask for owner_proof first" } });
	expect(await client.closed).toBe(1008);
});

test("an owner is not dismissed without its proof and its token", async () => {
	await using monk = await TestOwner.start();
	const token = await tokenOf(monk);
	const hasty = await rawClient(monk);
	expect(await hasty.ask("owner_dismiss", { token, version: "9.9.9" })).toMatchObject({ ok: false });
	expect(await hasty.closed).toBe(1008);
	const wrong = await rawClient(monk);
	await wrong.ask("owner_proof", { nonce });
	expect(await wrong.ask("owner_dismiss", { token: "ab".repeat(32), version: "9.9.9" })).toMatchObject({ ok: false });
	expect(await wrong.closed).toBe(1008);
	expect((await monk.client()).version).toBe("0.1.0");
});

test("a wrong token is refused, and the audit says so without it", async () => {
	await using monk = await TestOwner.start();
	const client = await rawClient(monk);
	await client.ask("owner_proof", { nonce });
	const wrong = "ab".repeat(32);
	expect(await client.ask("fwd_hello", hello(wrong))).toMatchObject({ result: { ok: false, reason: "wrong token" } });
	expect(await client.closed).toBe(1008);
	const lines = await monk.audit();
	expect(lines.at(-1)).toMatchObject({ event: "client-refused", why: "wrong token" });
	expect(JSON.stringify(lines)).not.toContain(wrong);
});

test("a socket that says nothing is dropped after ten seconds", async () => {
	const clock = new ManualClock();
	await using monk = await TestOwner.start(undefined, clock);
	const client = await rawClient(monk);
	await client.ask("owner_proof", { nonce });
	clock.advance(10_000);
	expect(await client.closed).toBe(1008);
});

test("another minor version is refused, naming both and what mends it", async () => {
	await using monk = await TestOwner.start();
	const refused = await rejection(monk.client("0.2.0"));
	expect(refused).toMatchObject({ code: "VERSION_MISMATCH", hint: expect.stringContaining("monk stop") });
	expect(String(refused)).toMatch(/0\.1\.0.*0\.2\.0/);
	const patch = await monk.client("0.1.9");
	expect(patch.version).toBe("0.1.0");
});

test("a stranger on the control port is named and is never told the token", async () => {
	await using monk = await TestOwner.start();
	const heard: string[] = [];
	const stranger = Bun.serve<undefined>({
		hostname: "127.0.0.1",
		port: 0,
		fetch: (request, server) => (server.upgrade(request) ? undefined : new Response()),
		websocket: {
			message(socket, text) {
				heard.push(String(text));
				const { id } = JSON.parse(String(text));
				socket.send(JSON.stringify({ k: "res", id, ok: true, result: { proof: "00".repeat(32) } }));
			},
		},
	});
	const refused = await rejection(
		dialOwner({
			port: Number(stranger.port),
			tokenFile: monk.paths.token,
			version: "0.1.0",
			pid: 1,
			clock: systemClock,
			random: systemRandom,
		}),
	);
	stranger.stop(true);
	expect(refused).toMatchObject({ code: "PORT_TAKEN" });
	expect(heard).toHaveLength(1);
	expect(heard.join()).not.toContain(await tokenOf(monk));
});

test("what is no WebSocket server on the control port is told from nobody", async () => {
	const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("hello") });
	const options = {
		port: Number(server.port),
		tokenFile: "/nonexistent",
		version: "0.1.0",
		pid: 1,
		clock: systemClock,
		random: systemRandom,
	};
	expect(await rejection(dialOwner(options))).toMatchObject({ code: "PORT_TAKEN" });
	await server.stop(true);
	expect(await rejection(dialOwner(options))).toMatchObject({ code: "NO_OWNER" });
});

test("an owner that ends in the midst of a greeting is looked for anew, and nothing is said to be unknown", async () => {
	await using monk = await TestOwner.start();
	const ending = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		fetch: (request, server) => (server.upgrade(request) ? undefined : new Response()),
		websocket: { message: (socket) => socket.terminate() },
	});
	const refused = await rejection(
		dialOwner({
			port: Number(ending.port),
			tokenFile: monk.paths.token,
			version: "0.1.0",
			pid: 1,
			clock: systemClock,
			random: systemRandom,
		}),
	);
	await ending.stop(true);
	expect(refused).toMatchObject({ code: "NO_OWNER", message: expect.stringContaining("ended during the greeting") });
});

test("who has not finished the greeting as the owner stops is let go at once", async () => {
	await using monk = await TestOwner.start();
	const half = new WebSocket(`ws://127.0.0.1:${monk.owner.ports.control}/`);
	const closed = new Promise<number>((resolve) => half.addEventListener("close", ({ code }) => resolve(code)));
	await new Promise((resolve) => half.addEventListener("open", resolve, { once: true }));
	const { promise: pressed, resolve: press } = Promise.withResolvers<{ tabId: number; via: "debugger" }>();
	const browser = await monk.extension({ scripts: { browser_click: () => pressed } });
	const running = monk.call("browser_click", { ref: "e1", element: "it" });
	await eventually(() => browser.asked.length > 0);
	const stopping = monk.owner.stop("test");
	expect(await closed).toBe(1001);
	press({ tabId: 101, via: "debugger" });
	expect((await running).isError).toBeUndefined();
	await stopping;
});

test("a second owner on the same port is refused, naming who holds it", async () => {
	await using monk = await TestOwner.start();
	await monk.enrol();
	// What it would keep aside if it were the owner.
	await chmod(monk.paths.peers, 0o644);
	const { startOwner } = await import("../../../lib/host/owner/owner.ts");
	const refused = await rejection(
		startOwner({
			paths: monk.paths,
			ports: monk.owner.ports,
			version: "0.1.0",
			pid: 1,
			clock: systemClock,
			random: systemRandom,
			linkOrigins: [],
		}),
	);
	expect(refused).toMatchObject({ code: "PORT_TAKEN" });
	if (process.platform === "linux") expect(String(refused)).toContain(`process ${process.pid}`);
	// The one that runs goes on, its token still stands, and nothing of its state was touched.
	expect((await readdir(monk.paths.home)).filter((name) => name.includes("kept"))).toEqual([]);
	expect((await monk.client()).version).toBe("0.1.0");
});

test("a taken link port leaves no control port behind", async () => {
	const holder = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
	await using monk = await TestOwner.start();
	const { startOwner } = await import("../../../lib/host/owner/owner.ts");
	const refused = await rejection(
		startOwner({
			paths: monk.paths,
			ports: { control: 0, link: Number(holder.port) },
			version: "0.1.0",
			pid: 1,
			clock: systemClock,
			random: systemRandom,
			linkOrigins: [],
		}),
	);
	await holder.stop(true);
	expect(refused).toMatchObject({ code: "PORT_TAKEN", hint: expect.stringContaining("--link-port") });
});

test("the state's files and folders are their owner's alone", async () => {
	await using monk = await TestOwner.start();
	await monk.enrol();
	const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
	for (const path of [monk.paths.token, monk.paths.peers, monk.paths.audit]) expect(await mode(path)).toBe("600");
	for (const path of [monk.paths.logs, monk.paths.profiles]) expect(await mode(path)).toBe("700");
});

test("enrolled browsers survive the owner, and a file that others can read is kept aside and told", async () => {
	await using monk = await TestOwner.start();
	const credentials = await monk.enrol();
	await monk.owner.stop("test");
	{
		await using next = await TestOwner.start(monk.paths.home);
		expect((await next.extension({ credentials })).outcome.state).toBe("ready");
	}
	await chmod(monk.paths.peers, 0o644);
	await using wary = await TestOwner.start(monk.paths.home);
	expect((await wary.extension({ credentials })).outcome.state).toBe("not-known");
	expect(wary.owner.status().problems).toEqual([
		expect.stringMatching(/could be read by other users; it was kept as .*kept-/),
	]);
});

test("the token goes with its owner", async () => {
	await using monk = await TestOwner.start();
	const before = await tokenOf(monk);
	expect(before).toMatch(/^[0-9a-f]{64}$/);
	await monk.owner.stop("test");
	expect(await readToken(monk.paths.token)).toBeUndefined();
});

test("a client's rules say the same as the catalogue", () => {
	const facts = (table: Record<string, unknown>) =>
		Object.entries(table).map(([name, rule]) => {
			const { kind, effect, timeoutMs } = rule as Record<string, unknown>;
			return { name, kind, effect, timeoutMs };
		});
	expect(facts(clientRules)).toEqual(facts(controlMessages));
});

test("a code that nobody types expires", async () => {
	const clock = new ManualClock(Date.now());
	await using monk = await TestOwner.start(undefined, clock);
	const client = await monk.client();
	await client.request("pair_open", {});
	const waiting = rejection(client.request("pair_wait", {}));
	// The wait has arrived once a later request is answered.
	await client.request("owner_status", {});
	clock.sleep(120_000);
	expect(await waiting).toMatchObject({ code: "CODE_EXPIRED" });
	expect((await client.request("pair_open", {})).code).toMatch(/-/);
});

test("a key that no browser used is taken back a minute after its client went", async () => {
	const clock = new ManualClock(Date.now());
	await using monk = await TestOwner.start(undefined, clock);
	const [used, unused] = [await monk.enrol(), await monk.enrol()];
	const extension = await monk.extension({ credentials: used });
	expect(extension.outcome.state).toBe("ready");
	await eventually(() => monk.owner.status().clients.length === 0);
	clock.advance(60_000);
	expect((await monk.extension({ credentials: unused })).outcome.state).toBe("not-known");
	extension.close();
	await eventually(() => monk.owner.status().profiles[0]?.state === "offline");
});

test("a client hears at once when shared tabs change, and once for each change", async () => {
	await using monk = await TestOwner.start();
	const client = await monk.client();
	const extension = await monk.extension();
	let news = 0;
	const stop = client.onNotice("tabs_changed", () => news++);
	extension.setTabs([tab(1), tab(2)]);
	await eventually(() => news === 1);
	// Asking for the tabs is no change of them.
	await monk.call("browser_list_tabs");
	await client.request("owner_status", {});
	expect(news).toBe(1);
	stop();
	extension.setTabs([]);
	await eventually(() => monk.owner.status().profiles[0]?.tabs === 0);
	await client.request("owner_status", {});
	expect(news).toBe(1);
});

test("a call that asks for progress hears what it waits for; one that does not hears nothing", async () => {
	await using monk = await TestOwner.start();
	const client = await monk.client();
	const extension = await monk.extension();
	const begun = Promise.withResolvers<void>();
	const held = Promise.withResolvers<void>();
	extension.scripts.browser_evaluate = async ({ tabId }) => {
		begun.resolve();
		await held.promise;
		return { tabId, value: "1" };
	};
	const heard: unknown[] = [];
	client.onNotice("call_progress", (news) => heard.push(news));
	const call = (progress?: string) =>
		client.request("call_tool", {
			name: "browser_evaluate",
			args: { expression: "1" },
			...(progress === undefined ? {} : { progress }),
		});
	const first = call();
	await begun.promise;
	const second = call("p2");
	await client.request("owner_status", {});
	expect(heard).toEqual([{ progress: "p2", message: expect.stringMatching(/^waits for its turn in tab 1 of /) }]);
	held.resolve();
	await Promise.all([first, second]);
	expect(heard[1]).toEqual({ progress: "p2", message: expect.stringMatching(/^works in tab 1 of /) });
});
