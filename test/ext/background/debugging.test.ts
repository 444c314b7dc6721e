import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { Debugging } from "../../../ext/background/debugger/debugging.ts";
import type { MonkError } from "../../../lib/errors/error.ts";
import { FakeEvent, installChrome } from "../../support/fake-chrome.ts";

/** Chrome's debugger as far as attaching goes: whose it is, and what it refuses. */
class FakeDebugger {
	readonly onEvent = new FakeEvent<[{ tabId?: number; sessionId?: string }, string, object]>();
	readonly onDetach = new FakeEvent<[{ tabId?: number }, string]>();
	readonly attached = new Set<number>();
	attaches = 0;
	refusal: string | undefined;

	async getTargets() {
		return [...this.attached].map((tabId) => ({ tabId, attached: true }));
	}

	async attach({ tabId }: { tabId: number }): Promise<void> {
		if (this.refusal !== undefined) throw new Error(this.refusal);
		if (this.attached.has(tabId)) throw new Error(`Another debugger is already attached to the tab with id: ${tabId}.`);
		this.attaches++;
		this.attached.add(tabId);
	}

	async detach({ tabId }: { tabId: number }): Promise<void> {
		if (!this.attached.delete(tabId)) throw new Error(`Debugger is not attached to the tab with id: ${tabId}.`);
	}

	async sendCommand(_: object, method: string): Promise<object> {
		return method === "Page.getFrameTree" ? { frameTree: { frame: { id: "TOP" } } } : {};
	}
}

let fake: FakeDebugger;
let restore: () => void;

beforeEach(() => {
	fake = new FakeDebugger();
	restore = installChrome({ debugger: fake, runtime: { id: "own" } });
});
afterEach(() => restore());

test("acts that follow each other share one attachment", async () => {
	const debugging = new Debugging(() => undefined);
	await debugging.use(1, async () => undefined);
	await debugging.use(1, async () => undefined);
	expect([fake.attaches, fake.attached.has(1)]).toEqual([1, true]);
	debugging.releaseAll();
	expect(fake.attached.size).toBe(0);
});

test("the debugger lets go ten seconds after the last act, and not while a dialog stands open", async () => {
	jest.useFakeTimers();
	try {
		const debugging = new Debugging(() => undefined);
		await debugging.use(1, async () => undefined);
		await debugging.use(2, async () =>
			fake.onEvent.fire({ tabId: 2 }, "Page.javascriptDialogOpening", { type: "alert", message: "stay" }),
		);
		jest.advanceTimersByTime(9_000);
		await debugging.use(1, async () => undefined);
		jest.advanceTimersByTime(9_000);
		expect(fake.attached.has(1)).toBe(true);
		jest.advanceTimersByTime(1_001);
		expect([...fake.attached]).toEqual([2]);
	} finally {
		jest.useRealTimers();
	}
});

test("what a former life of the worker left attached is taken off as the next one begins", async () => {
	fake.attached.add(9);
	await new Debugging(() => undefined).use(1, async () => undefined);
	expect([...fake.attached]).toEqual([1]);
});

test("a refusal is PAGE_NOT_AUTOMATABLE with Chrome's words, and the next act tries again", async () => {
	const debugging = new Debugging(() => undefined);
	fake.refusal = "Cannot attach to this target.";
	const error = await debugging.use(1, async () => undefined).catch((thrown: MonkError) => thrown);
	expect(error).toMatchObject({ code: "PAGE_NOT_AUTOMATABLE", message: expect.stringContaining("Cannot attach") });
	fake.refusal = undefined;
	expect(await debugging.use(1, async () => "done")).toBe("done");
});

test("only a banner that the person closed counts as their stop, and nothing attaches again by itself", async () => {
	const cancelled: number[] = [];
	const debugging = new Debugging((tabId) => cancelled.push(tabId));
	await debugging.use(1, async () => undefined);
	await debugging.use(2, async () => undefined);
	fake.onDetach.fire({ tabId: 2 }, "target_closed");
	fake.attached.delete(1);
	fake.onDetach.fire({ tabId: 1 }, "canceled_by_user");
	expect(cancelled).toEqual([1]);
	expect(fake.attached.has(1)).toBe(false);
});

test("a dialog ends what waits in its tab at once", async () => {
	const debugging = new Debugging(() => undefined);
	const waiting = debugging.use(1, (attachment) => attachment.unlessDialog(new Promise(() => undefined)));
	const opened = { type: "confirm", message: "sure?" };
	await debugging.use(1, async () => fake.onEvent.fire({ tabId: 1 }, "Page.javascriptDialogOpening", opened));
	expect(await waiting.catch((thrown: MonkError) => thrown)).toMatchObject({ code: "DIALOG_OPEN", data: opened });
});
