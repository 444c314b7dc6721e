import { afterAll, beforeAll, expect, test } from "bun:test";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { MonkError } from "../../../lib/errors/error.ts";
import { eventually } from "../../support/eventually.ts";
import { type ScriptedExtension, tab } from "../../support/scripted-extension.ts";
import { TestAgent } from "../../support/test-agent.ts";
import { rejection, TestOwner } from "../../support/test-owner.ts";

let monk: TestOwner;
let extension: ScriptedExtension;

beforeAll(async () => {
	monk = await TestOwner.start();
	extension = await monk.extension({ tabs: [tab(1)] });
});

afterAll(async () => {
	await monk?.[Symbol.asyncDispose]();
});

/** Makes browser_wait wait until it is released; tells when it has begun and whether it was cancelled. */
function held() {
	const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const told = { cancelled: false };
	extension.scripts.browser_wait = async ({ tabId }, { signal }) => {
		begun.resolve();
		signal.addEventListener("abort", () => {
			told.cancelled = true;
			gate.reject(new MonkError("CANCELLED", "the wait was cancelled"));
		});
		await gate.promise;
		return { tabId, waitedMs: 1 };
	};
	return { begun: begun.promise, release: gate.resolve, told };
}

const wait = { name: "browser_wait", arguments: { tab: 1, text: "Signed in" } };

const begin = async ({ client }: TestAgent): Promise<string> => {
	const stream = client.experimental.tasks.callToolStream(wait, CallToolResultSchema, { task: { ttl: 60_000 } });
	for await (const message of stream) if (message.type === "taskCreated") return message.task.taskId;
	throw new Error("no task was created");
};

test("a call that may take long runs as a task, whose end and result the official client sees", async () => {
	await using agent = await TestAgent.start(monk);
	const { begun, release } = held();
	const stream = agent.client.experimental.tasks.callToolStream(wait, CallToolResultSchema, { task: { ttl: 60_000 } });
	const seen: string[] = [];
	for await (const message of stream) {
		if (message.type === "taskCreated") {
			seen.push(message.task.status);
			await begun;
			expect(await agent.client.experimental.tasks.getTask(message.task.taskId)).toMatchObject({
				status: "working",
				statusMessage: expect.stringContaining("works in tab 1"),
			});
			release();
		}
		if (message.type === "result") seen.push(JSON.stringify(message.result.content));
		if (message.type === "error") throw message.error;
	}
	expect(seen[0]).toBe("working");
	expect(seen.at(-1)).toContain("### Page");
});

test("a task can be listed, and cancelled in the page", async () => {
	await using agent = await TestAgent.start(monk, { name: "orderly" });
	const { begun, told } = held();
	const id = await begin(agent);
	await begun;
	const { tasks } = await agent.client.experimental.tasks.listTasks();
	expect(tasks.map(({ taskId }) => taskId)).toEqual([id]);
	expect(await agent.client.experimental.tasks.cancelTask(id)).toMatchObject({ status: "cancelled" });
	await eventually(() => told.cancelled);
	expect(await rejection(agent.client.experimental.tasks.cancelTask(id))).toMatchObject({
		code: -32602,
		message: expect.stringContaining("CONFLICT"),
	});
});

test("a quick tool is no task, and a task that nobody began is unknown", async () => {
	await using agent = await TestAgent.start(monk);
	const quick = agent.client.request(
		{ method: "tools/call", params: { name: "browser_click", arguments: { ref: "e1" }, task: {} } },
		CallToolResultSchema,
	);
	expect(await rejection(quick)).toMatchObject({ code: -32601 });
	expect(await rejection(agent.client.experimental.tasks.getTask("0".repeat(32)))).toMatchObject({
		code: -32602,
		message: expect.stringContaining("NOT_FOUND"),
	});
});

test("the result of a task whose client went away is fetched by the next connection of that name", async () => {
	const { begun, release } = held();
	const first = await TestAgent.start(monk, { name: "restarted" });
	const id = await begin(first);
	await begun;
	await first[Symbol.asyncDispose]();
	await using next = await TestAgent.start(monk, { name: "restarted" });
	await eventually(async () => (await next.client.experimental.tasks.listTasks()).tasks.length === 1);
	release();
	const result = await next.client.experimental.tasks.getTaskResult(id, CallToolResultSchema);
	expect(JSON.stringify(result.content)).toContain("### Page");
	// Those that know no tasks find it among the resources.
	const uri = `monk://results/${id}`;
	expect((await next.client.listResources()).resources.map((resource) => resource.uri)).toContain(uri);
	const { contents } = await next.client.readResource({ uri });
	expect(JSON.stringify(contents)).toContain("### Page");
	await using stranger = await TestAgent.start(monk, { name: "somebody else" });
	expect((await stranger.client.experimental.tasks.listTasks()).tasks).toEqual([]);
});

test("an act whose client went away in its midst leaves word of what became of it; a read does not", async () => {
	const begun = Promise.withResolvers<void>();
	const hang = (_: unknown, { signal }: { signal: AbortSignal }) => {
		begun.resolve();
		return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("ended"))));
	};
	extension.scripts.browser_click = hang;
	extension.scripts.browser_evaluate = hang;
	const first = await TestAgent.start(monk, { name: "hasty" });
	const acting = first.client.callTool({ name: "browser_click", arguments: { tab: 1, ref: "e1" } });
	acting.catch(() => undefined);
	await begun.promise;
	await first[Symbol.asyncDispose]();
	await using next = await TestAgent.start(monk, { name: "hasty" });
	await eventually(async () => (await next.client.experimental.tasks.listTasks()).tasks.length === 1);
	const { resources } = await next.client.listResources();
	expect(resources.find(({ uri }) => uri.startsWith("monk://results/"))?.title).toContain("browser_click, failed");
});

test("a task that went with its owner is told as such to the client that began it", async () => {
	const own = await TestOwner.start();
	extension = await own.extension({ tabs: [tab(1)] });
	const { begun, release } = held();
	const agent = await TestAgent.start(own);
	const id = await begin(agent);
	await begun;
	const stopping = own.owner.stop("a test");
	const result = await agent.client.experimental.tasks.getTaskResult(id, CallToolResultSchema);
	expect(result).toMatchObject({ isError: true, structuredContent: { code: "OWNER_GONE" } });
	release();
	await stopping;
	await agent[Symbol.asyncDispose]();
	await own[Symbol.asyncDispose]();
});
