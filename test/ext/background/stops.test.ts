import { expect, test } from "bun:test";
import { RunningCalls } from "../../../ext/background/running-calls.ts";
import { stopEverything, stopTab } from "../../../ext/background/stops.ts";
import type { MonkError } from "../../../lib/errors/error.ts";
import { FakeArea, installChrome } from "../../support/fake-chrome.ts";

/** What was stored when a call that runs in tab 3 heard of its end, and the code that it ended with. */
async function atTheEnd(stop: (running: RunningCalls) => Promise<void>) {
	const storage = { local: new FakeArea(), session: new FakeArea() };
	const uninstall = installChrome({ storage });
	const running = new RunningCalls();
	try {
		const ended = running
			.run("a", 60_000, (call) => {
				call.tabId = 3;
				return new Promise<never>(() => undefined);
			})
			.catch(({ code }: MonkError) => ({ code, local: storage.local.items, session: { ...storage.session.items } }));
		await stop(running);
		return await ended;
	} finally {
		uninstall();
	}
}

test("a tab's stop is in place before the calls of the tab end", async () => {
	const end = await atTheEnd((running) => stopTab(3, running));
	expect(end).toMatchObject({ code: "STOPPED_BY_USER", session: { stoppedTabs: [3] } });
});

test("a stop of everything is in place before the calls end, where it outlives the browser", async () => {
	expect(await atTheEnd(stopEverything)).toMatchObject({ code: "STOPPED_BY_USER", local: { stopped: true } });
});
