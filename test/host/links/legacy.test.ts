import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort, jsonLines, MonkHome } from "../../support/monk-process.ts";
import { dialLink, ScriptedExtension } from "../../support/scripted-extension.ts";

const legacyOrigin = `chrome-extension://${"abcdefghijklmnop".repeat(2)}`;

/** What an extension of the 0.2 line says as soon as its socket is open; its request has its own counter. */
const hello = (label: string): string =>
	JSON.stringify({
		k: "req",
		id: "1",
		type: "hello",
		payload: { profileId: "0b8ad5a8-5bb6-4d9e-9d4e-4f4a4f6d3b21", label, extVersion: "0.2.1", tabs: [] },
	});

interface Heard {
	readonly ack: Record<string, unknown>;
	readonly closed: number;
}

/** Speaks as that extension does: it says hello at once, and knows no `$session.authenticate`. */
async function call(port: number, label: string): Promise<Heard> {
	const socket = await dialLink(port, legacyOrigin);
	const { promise: closed, resolve } = Promise.withResolvers<number>();
	const { promise: acknowledged, resolve: acknowledge } = Promise.withResolvers<Record<string, unknown>>();
	socket.addEventListener("close", ({ code }) => resolve(code));
	socket.addEventListener("message", ({ data }) => {
		const { k, id, result } = JSON.parse(String(data));
		if (k === "res") acknowledge(result);
		if (k === "req") socket.send(JSON.stringify({ k: "res", id, ok: false, error: "Unexpected request before hello" }));
	});
	socket.send(hello(label));
	return { ack: await acknowledged, closed: await closed };
}

const legacyHome = (port: number): Promise<MonkHome> => MonkHome.make({ env: { MONK_LEGACY_PORT: String(port) } });

const port = freePort();
let home: MonkHome;

beforeAll(async () => {
	home = await legacyHome(port);
	await home.start("serve", "--legacy-link", "--json").waitFor(/"ready"/);
});

afterAll(() => home?.close());

test("an extension of the 0.2 line is refused in words that it can read, and told of by status and the next call", async () => {
	const { ack, closed } = await call(port, "Work\u001b[2J");
	expect(ack).toEqual({
		ok: false,
		assignedPort: 0,
		protocol: 1,
		serverVersion: "0.1.0",
		reason: expect.stringMatching(/speaks protocol 1, extension 0\.2\.1 speaks no protocol number: update/),
	});
	expect(closed).toBe(1008);
	await call(port, "");
	const status = jsonLines<{ ports: object; problems: string[] }>((await home.run("status", "--json")).stdout)[0];
	expect(status?.ports).toMatchObject({ legacy: port });
	expect(status?.problems).toEqual([
		"Work\\u001b[2J runs extension 0.2.1: update it (monk ext pack)",
		"a profile runs extension 0.2.1: update it (monk ext pack)",
	]);
	const called = await home.run("call", "browser_snapshot");
	expect(called.stderr).toMatch(/^NO_BROWSER_CONNECTED: no browser is connected; .*runs extension 0\.2\.1: update it/);
	expect((await home.run("doctor")).stdout).toContain("old extensions: called within a week and were refused: 0.2.1");
});

test("nothing can be proved or paired on that port, and pages do not reach it", async () => {
	await expect(dialLink(port, "https://example.com")).rejects.toThrow("closed with 1006");
	const pairing = home.start("pair", "--json");
	const { code } = JSON.parse((await pairing.waitFor(/^\{"code".*$/m))[0]) as { code: string };
	const credentials = { instanceId: "56".repeat(16), code };
	const wrongDoor = await ScriptedExtension.connect({ linkPort: port, credentials });
	expect(wrongDoor.outcome).toEqual({ state: "wrong-code" });
	const rightDoor = await ScriptedExtension.connect({ linkPort: home.linkPort, credentials });
	expect(rightDoor.outcome.state).toBe("ready");
	rightDoor.close();
});

test("without the flag nobody listens there", async () => {
	const port = freePort();
	await using own = await legacyHome(port);
	await own.start("serve", "--json").waitFor(/"ready"/);
	await expect(dialLink(port, legacyOrigin)).rejects.toThrow("closed with");
});

test("when a browser's debugging holds the port, monk goes on without it and says so", async () => {
	const stranger = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
	await using own = await legacyHome(stranger.port ?? 0);
	const serving = own.start("serve", "--legacy-link", "--json");
	await serving.waitFor(/"ready"/);
	await serving.waitForStderr(/the legacy port \d+ is held by .*: old extensions are not told to update/);
	const { stdout } = await own.run("status", "--json");
	expect(jsonLines<{ problems: string[] }>(stdout)[0]?.problems).toEqual([expect.stringContaining("legacy port")]);
	await stranger.stop(true);
});
