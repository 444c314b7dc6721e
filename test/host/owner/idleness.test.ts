import { expect, test } from "bun:test";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { MonkHome } from "../../support/monk-process.ts";
import { TestOwner } from "../../support/test-owner.ts";

async function hasStopped(monk: TestOwner): Promise<boolean> {
	return Promise.race([monk.owner.stopped.then(() => true), Bun.sleep(0).then(() => false)]);
}

test("an owner that nobody needs ends itself, and not while a client or a browser is there", async () => {
	const clock = new ManualClock(Date.now());
	await using monk = await TestOwner.start(undefined, clock, { idleMs: 10_000 });
	const client = await monk.client();
	const browser = await monk.extension();
	clock.advance(9_000);
	client.close();
	await eventually(() => monk.owner.status().clients.length === 0);
	clock.advance(9_000);
	expect(browser.peer.isOpen).toBe(true);
	browser.close();
	await eventually(() => monk.owner.status().profiles.every(({ state }) => state === "offline"));
	clock.advance(9_000);
	expect(await hasStopped(monk)).toBe(false);
	clock.advance(1_000);
	await monk.owner.stopped;
});

test("a background owner is gone after its idle time with status 0, and one in the foreground is not", async () => {
	await using home = await MonkHome.make();
	const owner = home.start("serve", "--background", "--idle-minutes", "0.001");
	expect(await owner.exited).toBe(0);
	expect(owner.stderr).toContain("nobody has used monk for 0.001 minutes: it ends itself");
	const foreground = home.start("serve", "--idle-minutes", "0.001");
	await foreground.waitForStderr(/is ready/);
	expect((await home.run("status")).exit).toBe(0);
});

test("the idle time is taken from the config, and no number of minutes is refused", async () => {
	await using home = await MonkHome.make();
	await Bun.write(`${home.folder}/config.json`, JSON.stringify({ version: 1, idleMinutes: 0.001 }));
	expect(await home.start("serve", "--background").exited).toBe(0);
	const refused = await home.run("serve", "--idle-minutes", "soon");
	expect(refused.exit).toBe(3);
	expect(refused.stderr).toContain('--idle-minutes must be a number of minutes, not "soon"');
});
