import { expect, test } from "bun:test";
import { limits } from "../../../lib/wire/limits.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { dialLink } from "../../support/scripted-extension.ts";
import { TestOwner } from "../../support/test-owner.ts";

test("a thousand sockets that say nothing hold a bounded number of places, and for seconds only", async () => {
	const clock = new ManualClock();
	await using monk = await TestOwner.start(undefined, clock);
	await monk.extension();
	const dialled = await Promise.allSettled(Array.from({ length: 1_000 }, () => dialLink(monk.owner.ports.link)));
	const silent = dialled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
	expect(silent).toHaveLength(limits.connectionsPerListener - 1);
	const codes = silent.map(
		(socket) => new Promise<number>((resolve) => socket.addEventListener("close", (event) => resolve(event.code))),
	);
	clock.advance(limits.authenticateMs);
	expect(new Set(await Promise.all(codes))).toEqual(new Set([1008]));
	expect((await monk.call("browser_snapshot")).isError).toBeUndefined();
	const audited = await monk.audit();
	expect(audited.filter(({ event }) => event === "upgrade-refused")).toHaveLength(1_000 - silent.length);
	// Silence is no guess: the next browser is let in at once.
	const other = await eventually(() => monk.extension());
	expect(other.outcome.state).toBe("ready");
});
