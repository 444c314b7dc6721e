import { afterAll, beforeAll, expect, test } from "bun:test";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { eventually } from "../../support/eventually.ts";
import { ScriptCatOwner } from "../../support/scriptcat/paired.ts";
import type { ScriptedScriptCat } from "../../support/scriptcat/scripted-scriptcat.ts";
import { userScript } from "../../support/scriptcat/sources.ts";
import { TestAgent } from "../../support/test-agent.ts";

let owner: ScriptCatOwner;
let agent: TestAgent;
let cat: ScriptedScriptCat;

beforeAll(async () => {
	owner = await ScriptCatOwner.start();
	agent = await TestAgent.start(owner.monk);
	cat = await owner.paired();
});

afterAll(async () => {
	await agent?.[Symbol.asyncDispose]();
	await owner?.[Symbol.asyncDispose]();
});

test("no script's words stand in the list of tools", async () => {
	cat.library.add(userScript("UNIQUE-NAME", "", ["// @description UNIQUE-WORDS"]));
	expect(JSON.stringify(await agent.client.listTools())).not.toContain("UNIQUE");
});

test("an agent gets data in the announced shape, marked as what anybody may have written", async () => {
	cat.policies.read = "allow";
	const { uuid } = cat.library.add(userScript("Tidy", "let a;"));
	const call = async (tool: string, args: Record<string, unknown>) =>
		(await agent.client.callTool({ name: `scripts_${tool}`, arguments: args })) as CallToolResult;
	for (const [tool, args, kind] of [
		["list", {}, "metadata"],
		["metadata", { uuid }, "metadata"],
		["source", { uuid }, "source"],
		["grep", { uuid, query: "let" }, "source"],
	] as const) {
		const { structuredContent } = await call(tool, args);
		expect(structuredContent).toMatchObject({ contentTrust: `untrusted-user-script-${kind}` });
	}
	// ScriptCat's own tool has other names for the same.
	expect((await call("source_get", { uuid })).structuredContent).toMatchObject({ code: userScript("Tidy", "let a;") });
});

test("an agent hears what its call waits for, and its cancel reaches ScriptCat", async () => {
	cat.policies.write = "approval";
	const { uuid } = cat.library.add(userScript("Tidy"));
	const heard: (string | undefined)[] = [];
	const leaving = new AbortController();
	const toggling = agent.client
		.callTool({ name: "scripts_toggle", arguments: { uuid, enable: false } }, undefined, {
			signal: leaving.signal,
			onprogress: ({ message }) => heard.push(message),
		})
		.catch((thrown: unknown) => thrown);
	await eventually(() => heard.length > 0);
	expect(heard[0]).toBe("waits for a person to decide in the browser");
	leaving.abort();
	expect(await toggling).toBeInstanceOf(Error);
	await eventually(() => cat.approvals.pending.length === 0);
	expect(cat.heard.find(({ method }) => method === "scripts.toggle.request")?.params.clientId).toBe("an agent");
	expect(cat.decide({ allow: true })).toBe("error in the page");
});
