import { expect, test } from "bun:test";
import { TabQueues } from "../../../lib/host/profiles/tab-queue.ts";
import { rejection } from "../../support/test-owner.ts";

const never = new AbortController().signal;

const settle = async (): Promise<void> => {
	for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

/** A job that ends when told, and notes its beginning. */
function job(name: string, log: string[]) {
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	return {
		run: () => {
			log.push(name);
			return promise;
		},
		end: () => resolve(name),
		fail: () => reject(new Error(name)),
	};
}

test("calls to one tab run one at a time in order, and another tab is not held up", async () => {
	const queues = new TabQueues();
	const log: string[] = [];
	const [a, b, other] = [job("a", log), job("b", log), job("other", log)];
	const results = [queues.run("1", never, a.run), queues.run("1", never, b.run), queues.run("2", never, other.run)];
	await settle();
	expect(log).toEqual(["a", "other"]);
	a.end();
	await settle();
	expect(log).toEqual(["a", "other", "b"]);
	b.end();
	other.end();
	expect(await Promise.all(results)).toEqual(["a", "b", "other"]);
	await settle();
	expect(queues.size).toBe(0);
});

test("a job that fails does not stop the next one", async () => {
	const queues = new TabQueues();
	const log: string[] = [];
	const [a, b] = [job("a", log), job("b", log)];
	const failing = rejection(queues.run("1", never, a.run));
	const next = queues.run("1", never, b.run);
	a.fail();
	b.end();
	expect(await failing).toMatchObject({ message: "a" });
	expect(await next).toBe("b");
});

test("a cancelled call leaves at once, never runs, and lets nobody overtake", async () => {
	const queues = new TabQueues();
	const log: string[] = [];
	const [a, b, c] = [job("a", log), job("b", log), job("c", log)];
	const controller = new AbortController();
	const first = queues.run("1", never, a.run);
	const second = rejection(queues.run("1", controller.signal, b.run));
	const third = queues.run("1", never, c.run);
	await settle();
	controller.abort();
	expect(await second).toMatchObject({ code: "CANCELLED" });
	await settle();
	expect(log).toEqual(["a"]);
	a.end();
	c.end();
	await Promise.all([first, third]);
	expect(log).toEqual(["a", "c"]);
	await settle();
	expect(queues.size).toBe(0);
});

test("a call that was cancelled before it came never runs", async () => {
	const queues = new TabQueues();
	const ran = rejection(queues.run("1", AbortSignal.abort(), () => Promise.reject(new Error("ran"))));
	expect(await ran).toMatchObject({ code: "CANCELLED" });
});

test("clients take turns, each with its calls in order, however many one of them has waiting", async () => {
	const queues = new TabQueues();
	const log: string[] = [];
	const jobs = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map((name) => ({ name, ...job(name, log) }));
	const runs = jobs.map(({ name, run }) => queues.run("1", never, run, name[0]));
	for (const { end } of jobs) end();
	await Promise.all(runs);
	expect(log).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
	expect(queues.size).toBe(0);
});
