import { expect, test } from "bun:test";
import { atMost } from "../../../ext/background/call.ts";
import { readAnew } from "../../../ext/background/read-frames.ts";
import { RunningCalls } from "../../../ext/background/running-calls.ts";
import { MonkError } from "../../../lib/errors/error.ts";

const codeOf = (work: Promise<unknown>): Promise<string> =>
	work.then(
		() => "no error",
		(thrown: MonkError) => thrown.code,
	);

const forEver = (): Promise<never> => new Promise(() => undefined);

test("a call that is cancelled ends there and then, and what waits in it with it", async () => {
	const running = new RunningCalls();
	let inside: Promise<string> = Promise.resolve("not begun");
	const call = codeOf(
		running.run("a", 60_000, (one) => {
			inside = codeOf(one.pause(60_000));
			return forEver();
		}),
	);
	running.cancel("b");
	running.cancel("a");
	expect(await call).toBe("CANCELLED");
	expect(await inside).toBe("CANCELLED");
});

test("what ends a tab ends its calls and no others", async () => {
	const running = new RunningCalls();
	const inTab = (id: string, tabId: number): Promise<string> =>
		codeOf(
			running.run(id, 60_000, (call) => {
				call.tabId = tabId;
				return forEver();
			}),
		);
	const [first, second] = [inTab("a", 1), inTab("b", 2)];
	running.abortTab(1, new MonkError("TAB_CLOSED", "closed"));
	expect(await first).toBe("TAB_CLOSED");
	running.abortAll(new MonkError("STOPPED_BY_USER", "stopped"));
	expect(await second).toBe("STOPPED_BY_USER");
});

test("a call whose time is over ends with TIMEOUT, and says so when it may have happened in part", async () => {
	const late = new RunningCalls().run("a", 1, (call) => {
		call.isActing = true;
		return forEver();
	});
	expect(await codeOf(late)).toBe("TIMEOUT");
	expect(await late.catch((thrown: MonkError) => thrown.message)).toContain("may have happened in part");
});

test("a tab is being acted in from the act's first moment until the call is over", async () => {
	const running = new RunningCalls();
	const seen: boolean[] = [];
	await running.run("a", 1_000, async (call) => {
		call.tabId = 4;
		seen.push(running.actingIn(4).length > 0);
		call.isActing = true;
		seen.push(running.actingIn(4).length > 0, running.actingIn(5).length > 0);
	});
	expect([...seen, running.actingIn(4).length > 0]).toEqual([false, true, false, false]);
});

test("what takes too long is let go", async () => {
	expect(await atMost(forEver(), 1, "late")).toBe("late");
	expect(await atMost(Promise.resolve("in time"), 1_000, "late")).toBe("in time");
	expect(await codeOf(atMost(Promise.reject(new MonkError("TAB_CLOSED", "")), 1_000, "late"))).toBe("TAB_CLOSED");
});

test("a page that gives way to another while it is read is read anew, unless a part of it was meant", async () => {
	const reading = (root: string | undefined, gone: number) => {
		let reads = 0;
		const read = async (): Promise<string> => {
			if (++reads <= gone) throw new MonkError("STALE_REF", "that frame has shown another page since");
			return `read ${reads} times`;
		};
		return new RunningCalls()
			.run("a", 60_000, (call) => readAnew(root, call, read))
			.catch((thrown: MonkError) => thrown.code);
	};
	expect(await reading(undefined, 0)).toBe("read 1 times");
	expect(await reading(undefined, 2)).toBe("read 3 times");
	expect(await reading(undefined, 9)).toBe("STALE_REF");
	expect(await reading("e5", 1)).toBe("STALE_REF");
});
