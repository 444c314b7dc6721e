import { expect, test } from "bun:test";
import { CancelledInstalls } from "../../../lib/host/scriptcat/cancelled-installs.ts";
import { ScriptManager } from "../../../lib/host/scriptcat/script-manager.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const managerOn = (clock: ManualClock) =>
	new ScriptManager({ clock, newId: () => "1", isPaired: () => true, audit: () => undefined });

test("an old code is told for two minutes after it was last sent", () => {
	const clock = new ManualClock();
	const manager = managerOn(clock);
	manager.oldCodeCame();
	clock.advance(100_000);
	manager.oldCodeCame();
	clock.advance(119_999);
	expect(manager.notices).toEqual([expect.stringContaining("keeps sending an old code")]);
	clock.advance(1);
	expect(manager.notices).toEqual([]);
});

test("a change that was allowed after its call had ended is told for a day", () => {
	const clock = new ManualClock();
	const installs = new CancelledInstalls(clock);
	installs.tellDone("scripts.install.request", {}, "cancelled");
	clock.advance(86_399_999);
	expect(installs.notices).toEqual([expect.stringContaining("was cancelled, but was allowed in the browser")]);
	clock.advance(1);
	expect(installs.notices).toEqual([]);
});

test("of changes told, the latest eight are kept", () => {
	const clock = new ManualClock();
	const installs = new CancelledInstalls(clock);
	for (let told = 0; told < 10; told++) {
		clock.advance(1);
		installs.tellDone("scripts.toggle.request", {}, "expired");
	}
	const last = new Date(clock.now()).toISOString();
	expect(installs.notices).toHaveLength(8);
	expect(installs.notices.at(-1)).toEndWith(last);
});
