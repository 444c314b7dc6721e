import { afterEach, expect, test } from "bun:test";
import { isListening } from "../../lib/host/sockets/client-transport.ts";
import { systemClock } from "../../lib/host/system.ts";
import { VERSION } from "../../lib/host/version.ts";
import { eventually } from "../support/eventually.ts";
import { McpClient } from "../support/mcp-client.ts";
import { freePort, MonkHome } from "../support/monk-process.ts";
import { ownerPid } from "../support/owned-browser.ts";
import { TestOwner } from "../support/test-owner.ts";

const open: AsyncDisposable[] = [];
afterEach(async () => {
	for (const one of open.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

const keep = <T extends AsyncDisposable>(one: T): T => {
	open.push(one);
	return one;
};

/** A home whose owner, in this process, is of another version. */
async function homeWith(version: string) {
	const home = keep(await MonkHome.make());
	const ports = { control: home.controlPort, link: home.linkPort };
	const other = keep(await TestOwner.start(home.folder, systemClock, { ports, version }));
	return { home, other };
}

for (const [version, which, command] of [
	["0.0.9", "an older", "monk serve --replace"],
	["7.0.0", "a newer", "Use the newer binary (7.0.0)"],
] as const)
	test(`a monk that meets ${which} owner names both versions and what mends it`, async () => {
		const { home } = await homeWith(version);
		const { stderr, exit } = await home.run("call", "browser_list_tabs");
		expect(exit).toBe(3);
		expect(stderr).toContain(`VERSION_MISMATCH: the monk that runs is ${version} and this one is ${VERSION}`);
		expect(stderr).toContain(command);
		const refused = await home.run("serve");
		expect(refused.exit).toBe(3);
		expect(refused.stderr).toContain(`PORT_TAKEN: the monk that runs is ${version}`);
		expect(refused.stderr).toContain("monk serve --replace");
	});

test("monk serve --replace takes the place of an owner of another version, and with none just serves", async () => {
	const { home, other } = await homeWith("0.0.9");
	const next = home.start("serve", "--replace");
	await next.waitForStderr(/is ready/);
	expect(next.stderr).toContain(`monk 0.0.9 (process ${process.pid}) was asked to leave`);
	await other.owner.stopped;
	expect((await other.audit()).some(({ reason }) => reason === `monk ${VERSION} takes its place`)).toBe(true);
	expect(await ownerPid(home)).toBe(next.pid);
	const third = home.start("serve", "--replace");
	await third.waitForStderr(/is ready/);
	expect(await next.exited).toBe(0);
	expect(await ownerPid(home)).toBe(third.pid);
	await third.end();
	const alone = home.start("serve", "--replace");
	await alone.waitForStderr(/is ready/);
	expect(alone.stderr).not.toContain("asked to leave");
});

test("monk serve --replace that cannot have a port leaves the monk that runs where it is", async () => {
	const home = keep(await MonkHome.make());
	const old = home.start("serve", "--http", `${freePort()}`);
	await old.waitForStderr(/is ready/);
	using taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
	for (const [flag, name] of [
		["--http", "HTTP"],
		["--link-port", "link"],
	] as const) {
		const refused = await home.run("serve", "--replace", flag, `${taken.port}`);
		expect(refused.exit).toBe(3);
		expect(refused.stderr).toContain(`PORT_TAKEN: the ${name} port ${taken.port} is held by`);
		expect(await ownerPid(home)).toBe(old.pid);
	}
});

test("monk serve --replace takes over the port for HTTP too, and leaves one of another version alone whose place it could not fill", async () => {
	const home = keep(await MonkHome.make());
	const http = `${freePort()}`;
	const old = home.start("serve", "--http", http);
	await old.waitForStderr(/is ready/);
	const next = home.start("serve", "--replace", "--http", http);
	await next.waitForStderr(/Agents call/);
	expect(await ownerPid(home)).toBe(next.pid);
	const { home: elsewhere, other } = await homeWith("0.0.9");
	const refused = await elsewhere.run("serve", "--replace", "--http", http);
	expect(refused.stderr).toContain(`PORT_TAKEN: the HTTP port ${http}`);
	expect(await isListening(other.owner.ports.control)).toBe(true);
});

test("monk serve --replace wins the place from agents that bid for it, and they go on through it", async () => {
	const home = keep(await MonkHome.make());
	const agents = [keep(await McpClient.start(home, "first")), keep(await McpClient.start(home, "second"))];
	const next = home.start("serve", "--replace");
	await next.waitForStderr(/is ready/);
	expect(await ownerPid(home)).toBe(next.pid);
	for (const agent of agents)
		expect(await agent.call("browser_list_tabs")).toMatchObject({ code: "NO_BROWSER_CONNECTED" });
});

test("monk stop ends an owner of another version too", async () => {
	const { home, other } = await homeWith("7.0.0");
	const stopped = await home.run("stop");
	expect(stopped.exit).toBe(0);
	expect(stopped.stderr).toContain("monk 7.0.0 (process");
	await other.owner.stopped;
	await eventually(() => other.audit().then((lines) => lines.some(({ event }) => event === "owner-stopped")));
});
