import { expect, test } from "bun:test";
import { chmod, chown, link, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { type DialOptions, dialOwner, type OwnerConnection } from "../../../lib/host/owner/control-client.ts";
import { Guesses } from "../../../lib/host/sockets/guesses.ts";
import { systemClock, systemRandom } from "../../../lib/host/system.ts";
import { limits } from "../../../lib/wire/limits.ts";
import type { Clock } from "../../../lib/wire/transport.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { freePort } from "../../support/monk-process.ts";
import { SilentProxy } from "../../support/silent-proxy.ts";
import { codeOf, rejection, TestOwner } from "../../support/test-owner.ts";

const dialing = (monk: TestOwner, more: Partial<DialOptions> = {}): DialOptions => ({
	port: monk.owner.ports.control,
	tokenFile: monk.paths.token,
	version: "0.1.0",
	pid: process.pid,
	clock: systemClock,
	random: systemRandom,
	...more,
});

const dial = (monk: TestOwner, more: Partial<DialOptions> = {}): Promise<OwnerConnection> =>
	dialOwner(dialing(monk, more));

test("a stale token is read once more while its owner may still be writing the new one", async () => {
	await using monk = await TestOwner.start();
	const aside = `${monk.paths.token}.aside`;
	await rename(monk.paths.token, aside);
	await writeFile(monk.paths.token, `${"ab".repeat(32)}\n`, { mode: 0o600 });
	const clock = new ManualClock(Date.now());
	const dialled = dial(monk, { clock });
	await eventually(() => clock.pending > 0);
	await rename(aside, monk.paths.token);
	await eventually(() => {
		clock.advance(50);
		return Promise.race([dialled.then(() => true), Bun.sleep(5)]);
	});
	const owner = await dialled;
	expect(owner.version).toBe("0.1.0");
	owner.close();
});

test("a token that stays stale leads nobody to say it", async () => {
	await using monk = await TestOwner.start();
	await rm(monk.paths.token);
	await writeFile(monk.paths.token, `${"ab".repeat(32)}\n`, { mode: 0o600 });
	expect(await rejection(dial(monk))).toMatchObject({ code: "PORT_TAKEN" });
	expect((await monk.audit()).some(({ event }) => event === "client-accepted")).toBe(false);
});

type Spoil = (path: string) => Promise<unknown>;

/** What may have become of the token's file, and what is said of it. */
const spoilt: readonly (readonly [what: string, spoil: Spoil, says: string, needsRoot?: true])[] = [
	["others can read", (path) => chmod(path, 0o644), "can be reached by other users (mode 644)"],
	["a group can write", (path) => chmod(path, 0o620), "can be reached by other users (mode 620)"],
	["belongs to someone else", (path) => chown(path, 12_345, 12_345), "belongs to another user (uid 12345)", true],
	[
		"is a link",
		async (path) => {
			await link(path, `${path}.real`);
			await rm(path);
			await symlink(`${path}.real`, path);
		},
		"is a link",
	],
	[
		"is a folder",
		async (path) => {
			await rm(path);
			await mkdir(path);
		},
		"is no file",
	],
];

const isRoot = process.getuid?.() === 0;

for (const [what, spoil, says, needsRoot] of spoilt)
	if (process.platform !== "win32" && (isRoot || !needsRoot))
		test(`a token file that ${what} is not believed, and what is wrong with it is said`, async () => {
			await using monk = await TestOwner.start();
			await spoil(monk.paths.token);
			const refused = await rejection(dial(monk));
			expect(refused).toMatchObject({ code: "STATE_UNSAFE" });
			expect(String(refused)).toContain(says);
			await rm(monk.paths.token, { recursive: true, force: true });
		});

test("the owner does not listen on IPv6, and who holds the same port there is in nobody's way", async () => {
	const port = freePort();
	const stranger = Bun.serve({ hostname: "::1", port, fetch: () => new Response("not monk") });
	try {
		await using monk = await TestOwner.start(undefined, systemClock, { ports: { control: port, link: 0 } });
		expect(await (await fetch(`http://[::1]:${port}/`)).text()).toBe("not monk");
		expect((await monk.client()).version).toBe("0.1.0");
	} finally {
		await stranger.stop(true);
	}
});

test("a client notices within forty seconds that the line to the owner is dead", async () => {
	await using monk = await TestOwner.start();
	await using proxy = await SilentProxy.to(monk.owner.ports.control);
	const clock = new ManualClock(Date.now());
	const client = await dial(monk, { clock, port: proxy.port });
	const closed = new Promise<void>((resolve) => client.onClose(resolve));
	const waiting = rejection(client.request("profile_wait", { instanceId: "none" }, { timeoutMs: 1_000_000 }));
	proxy.fallSilent();
	clock.advance(limits.framesPingMs * (limits.framesPingsMissed + 1));
	await closed;
	expect(await waiting).toMatchObject({ code: "OWNER_GONE" });
});

const hour = 3_600_000;

for (const [what, jump] of [
	["an hour ahead", hour],
	["an hour back", -hour],
] as const)
	test(`a clock that is set ${what} ends no connection, no lease's promise and no pairing too late`, async () => {
		const clock = new ManualClock(Date.now());
		await using monk = await TestOwner.start(undefined, clock as Clock);
		await monk.extension();
		const [ann, bob] = [await monk.client(), await monk.client()];
		const call = (client: OwnerConnection, name: string) =>
			client.request("call_tool", { name, args: name === "browser_click" ? { ref: "e1" } : {} });
		await call(ann, "browser_click");
		await ann.request("pair_open", {});
		const paired = rejection(ann.request("pair_wait", {}));
		await ann.request("owner_status", {});
		clock.set(jump);
		// Nobody is kept out by a lease from another time.
		expect(codeOf(await call(bob, "browser_click"))).toBeUndefined();
		expect(codeOf(await call(ann, "browser_click"))).toBe("TAB_BUSY");
		for (let round = 0; round < 13; round++) {
			clock.advance(limits.framesPingMs);
			await Promise.all([ann, bob].map((client) => client.request("owner_status", {})));
			await call(ann, "browser_snapshot");
		}
		expect(await paired).toMatchObject({ code: "CODE_EXPIRED" });
		expect((await ann.request("pair_open", {})).expiresAt).toBe(clock.now() + limits.pairingCodeMs);
		expect(monk.owner.status().profiles[0]?.state).toBe("connected");
		expect(codeOf(await call(ann, "browser_click"))).toBeUndefined();
	});

test("guesses of before a clock was set back are not told until then", () => {
	const clock = new ManualClock();
	const guesses = new Guesses(clock, "link");
	for (let guess = 0; guess < 10; guess++) guesses.add();
	expect(guesses.problems).toHaveLength(1);
	clock.set(-hour);
	expect(guesses.problems).toEqual([]);
});
