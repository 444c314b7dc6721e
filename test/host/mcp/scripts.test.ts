import { afterAll, beforeAll, expect, test } from "bun:test";
import { type CallToolResult, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { eventually } from "../../support/eventually.ts";
import { ScriptCatOwner } from "../../support/scriptcat/paired.ts";
import { userScript } from "../../support/scriptcat/sources.ts";
import { TestAgent } from "../../support/test-agent.ts";

let owner: ScriptCatOwner;
let agent: TestAgent;
let announced = 0;

beforeAll(async () => {
	owner = await ScriptCatOwner.start();
	agent = await TestAgent.start(owner.monk);
	agent.client.setNotificationHandler(ToolListChangedNotificationSchema, () => void announced++);
});

afterAll(async () => {
	await agent?.[Symbol.asyncDispose]();
	await owner?.[Symbol.asyncDispose]();
});

const scripts = async (): Promise<readonly string[]> =>
	(await agent.client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith("scripts_"));

const call = async (name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> => {
	const result = (await agent.client.callTool({ name, arguments: args })) as CallToolResult;
	expect(result.isError, JSON.stringify(result.content)).toBeUndefined();
	return result;
};

test("tools of user scripts are listed while a script manager is connected, and their data fit what the list announces", async () => {
	expect(await scripts()).toEqual([]);
	const cat = await owner.paired();
	cat.policies.read = cat.policies.write = "allow";
	await eventually(() => announced > 0);
	expect(await scripts()).toHaveLength(8);
	// The client holds each result against the announced shape, and throws where it does not fit.
	const { uuid } = (await call("scripts_install", { code: userScript("One", "let word = 1;") })).structuredContent as {
		uuid: string;
	};
	expect(uuid).toBeString();
	for (const [name, args] of [
		["scripts_list", {}],
		["scripts_metadata", { uuid }],
		["scripts_source", { uuid }],
		["scripts_grep", { uuid, query: "word" }],
		["scripts_toggle", { uuid, enable: false }],
		["scripts_edit", { uuid, edits: [{ oldText: "let word", newText: "const word" }] }],
		["scripts_delete", { uuid }],
	] as const)
		expect((await call(name, args)).structuredContent, name).toBeDefined();
	await cat[Symbol.asyncDispose]();
	await eventually(async () => (await scripts()).length === 0);
}, 60_000);
