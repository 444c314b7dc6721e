import { expect, test } from "bun:test";
import type { ToolResult } from "../../../lib/catalog/control.ts";
import { MonkError } from "../../../lib/errors/error.ts";
import { TaskShelf } from "../../../lib/host/tasks/shelf.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { SeededRandom } from "../../support/random.ts";
import { rejection } from "../../support/test-owner.ts";

const said = (text: string): ToolResult => ({ content: [{ type: "text", text }] });

class Client {
	#leave: (() => void)[] = [];
	readonly id = crypto.randomUUID();
	constructor(readonly name: string) {}
	onGone(listener: () => void): void {
		this.#leave.push(listener);
	}
	leave(): void {
		for (const listener of this.#leave) listener();
	}
}

const shelf = () => {
	const clock = new ManualClock(0);
	return { clock, tasks: new TaskShelf({ clock, random: new SeededRandom(7) }) };
};

const never = () => new Promise<ToolResult>(() => undefined);
const signal = new AbortController().signal;

test("a task goes on by itself, says what it waits for, and keeps its result", async () => {
	const { tasks } = shelf();
	const client = new Client("a");
	const done = Promise.withResolvers<ToolResult>();
	const { id, status } = tasks.start(client, "browser_wait", (_, onProgress) => {
		onProgress("waits for the person");
		return done.promise;
	});
	expect(status).toBe("working");
	expect(tasks.get(client, id)).toMatchObject({ status: "working", message: "waits for the person" });
	const result = tasks.result(client, id, signal);
	done.resolve(said("done"));
	expect(await result).toEqual(said("done"));
	expect(tasks.get(client, id).status).toBe("completed");
	expect(tasks.get(client, id)).not.toHaveProperty("message");
	expect(await tasks.result(client, id, signal)).toEqual(said("done"));
});

test("work that fails or throws is a task that failed, with its error as the result", async () => {
	const { tasks } = shelf();
	const client = new Client("a");
	const { id } = tasks.start(client, "t", () => Promise.reject(new MonkError("BROWSER_GONE", "it went")));
	expect(await tasks.result(client, id, signal)).toMatchObject({
		isError: true,
		structuredContent: { code: "BROWSER_GONE" },
	});
	expect(tasks.get(client, id).status).toBe("failed");
});

test("a cancelled task ends its work and has no result; cancelling it again is a conflict", async () => {
	const { tasks } = shelf();
	const client = new Client("a");
	let aborted = false;
	const { id } = tasks.start(client, "t", async (own) => {
		await new Promise<void>((resolve) => own.addEventListener("abort", () => resolve()));
		aborted = true;
		return said("too late");
	});
	expect(tasks.cancel(client, id).status).toBe("cancelled");
	expect(await rejection(tasks.result(client, id, signal))).toMatchObject({ code: "CANCELLED" });
	expect(aborted).toBe(true);
	expect(tasks.get(client, id).status).toBe("cancelled");
	expect(() => tasks.cancel(client, id)).toThrow("ended already");
});

test("while its client is there nobody else sees a task; afterwards those of the same name do", async () => {
	const { tasks } = shelf();
	const [one, twin, other] = [new Client("a"), new Client("a"), new Client("b")];
	const { id } = tasks.start(one, "t", async () => said("done"));
	expect(tasks.list(one)).toHaveLength(1);
	for (const stranger of [twin, other]) {
		expect(tasks.list(stranger)).toEqual([]);
		expect(() => tasks.get(stranger, id)).toThrow("there is no task");
		expect(() => tasks.cancel(stranger, id)).toThrow("there is no task");
	}
	one.leave();
	expect(await tasks.result(twin, id, signal)).toEqual(said("done"));
	expect(() => tasks.get(other, id)).toThrow("there is no task");
});

test("a result is kept for its time from the end on, and no longer than an hour", async () => {
	const { tasks, clock } = shelf();
	const client = new Client("a");
	const done = Promise.withResolvers<ToolResult>();
	const short = tasks.start(client, "t", () => done.promise, 5_000);
	const long = tasks.start(client, "t", async () => said("x"), 10 ** 9);
	expect(long.ttlMs).toBe(3_600_000);
	await tasks.result(client, long.id, signal);
	clock.advance(60_000);
	expect(tasks.get(client, short.id).status).toBe("working");
	done.resolve(said("done"));
	await tasks.result(client, short.id, signal);
	clock.advance(4_999);
	expect(tasks.get(client, short.id).status).toBe("completed");
	clock.advance(1);
	expect(() => tasks.get(client, short.id)).toThrow("there is no task");
	clock.advance(3_600_000);
	expect(tasks.list(client)).toEqual([]);
});

test("tasks and their results are bounded: the oldest that is done goes, and what runs is never dropped", async () => {
	const { tasks } = shelf();
	const client = new Client("a");
	const first = tasks.start(client, "t", async () => said("first"));
	await tasks.result(client, first.id, signal);
	for (let count = 0; count < 64; count++) tasks.start(client, "t", never);
	expect(() => tasks.get(client, first.id)).toThrow("there is no task");
	expect(() => tasks.start(client, "t", never)).toThrow("64 tasks run already");
	tasks.keep(client, "t", said("no room"));
	expect(tasks.list(client)).toHaveLength(64);
	tasks.close();
	const large = said("x".repeat(12 * 1024 * 1024));
	for (let count = 0; count < 4; count++) tasks.keep(client, "t", large);
	expect(tasks.list(client)).toHaveLength(2);
});
