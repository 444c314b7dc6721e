import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
	type CallToolResult,
	CallToolResultSchema,
	ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { type HttpServing, serveHttp } from "../../../../lib/host/mcp/http/serve-http.ts";
import { dialOwner } from "../../../../lib/host/owner/control-client.ts";
import { systemClock, systemRandom } from "../../../../lib/host/system.ts";
import { toolList } from "../../../../lib/host/tool-list.ts";
import { eventually } from "../../../support/eventually.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { type ScriptedExtension, tab } from "../../../support/scripted-extension.ts";
import { rejection, TestOwner } from "../../../support/test-owner.ts";

const token = "ab".repeat(32);
const clock = new ManualClock(Date.now());

let monk: TestOwner;
let extension: ScriptedExtension;
let http: HttpServing;

beforeAll(async () => {
	monk = await TestOwner.start();
	extension = await monk.extension({ label: "Work", tabs: [tab(1)] });
	http = await serveHttp({
		port: 0,
		token,
		connect: (name, { id, state }) =>
			dialOwner({
				port: monk.owner.ports.control,
				tokenFile: monk.paths.token,
				version: "0.1.0",
				pid: process.pid,
				clock: systemClock,
				random: systemRandom,
				client: { name, id, ...(state === undefined ? {} : { state }) },
			}),
		tools: await toolList(),
		groups: [],
		clock,
		random: systemRandom,
		audit: (event) => monk.owner.audit(event),
	});
});

afterAll(async () => {
	await http?.stop();
	await monk?.[Symbol.asyncDispose]();
});

interface Agent extends AsyncDisposable {
	readonly client: Client;
	readonly transport: StreamableHTTPClientTransport;
}

async function agent(name: string): Promise<Agent> {
	const transport = new StreamableHTTPClientTransport(new URL(http.url), {
		requestInit: { headers: { authorization: `Bearer ${token}` } },
	});
	const client = new Client({ name, version: "1" });
	// The SDK's own types disagree about what a transport's session may be.
	await client.connect(transport as Parameters<Client["connect"]>[0]);
	return { client, transport, [Symbol.asyncDispose]: () => client.close() };
}

const headers = {
	authorization: `Bearer ${token}`,
	"content-type": "application/json",
	accept: "application/json, text/event-stream",
};

const post = (message: object, more: Record<string, string> = {}): Promise<Response> =>
	fetch(http.url, {
		method: "POST",
		headers: { ...headers, ...more },
		body: JSON.stringify({ jsonrpc: "2.0", ...message }),
	});

const initialize = {
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "by hand", version: "1" } },
};

async function openByHand(): Promise<Record<string, string>> {
	const response = await post(initialize);
	await response.text();
	const session = { "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
	await post({ method: "notifications/initialized" }, session);
	return { ...session, "mcp-protocol-version": "2025-11-25" };
}

test("the official client lists and calls tools, and is a client of the owner under its own name", async () => {
	await using one = await agent("over http");
	expect((await one.client.listTools()).tools.length).toBe(25);
	const result = (await one.client.callTool({ name: "browser_list_tabs", arguments: {} })) as CallToolResult;
	expect(JSON.stringify(result.structuredContent)).toContain("site-1.example");
	expect(monk.owner.status().clients.map(({ name }) => name)).toContain("over http");
	await one.transport.terminateSession();
	await eventually(() => monk.owner.status().clients.every(({ name }) => name !== "over http"));
});

test("a client over HTTP has no folder here, so none of its files is written", async () => {
	await using one = await agent("writer");
	for (const args of [{ file: "page.md" }, { filename: "page.md" }]) {
		const result = (await one.client.callTool({ name: "browser_get_text", arguments: args })) as CallToolResult;
		expect(result).toMatchObject({ isError: true, structuredContent: { code: "INVALID_ARGUMENT" } });
	}
	const task = { name: "browser_wait", arguments: { text: "x", file: "page.md" }, task: {} };
	const begun = one.client.request({ method: "tools/call", params: task }, CallToolResultSchema);
	expect(await rejection(begun)).toMatchObject({
		code: -32602,
		message: expect.stringContaining("a task writes none"),
	});
});

test("what happens unasked comes over the stream that the client holds open", async () => {
	await using one = await agent("listener");
	let updates = 0;
	one.client.setNotificationHandler(ResourceUpdatedNotificationSchema, () => void updates++);
	await one.client.subscribeResource({ uri: "monk://tabs" });
	extension.setTabs([tab(1), tab(2)]);
	await eventually(() => updates > 0);
	extension.setTabs([tab(1)]);
});

test("without the token nothing is told, and the audit says what was wrong", async () => {
	const wrong = await post(initialize, { authorization: `Bearer ${"cd".repeat(32)}` });
	expect(wrong.status).toBe(401);
	const page = await post(initialize, { origin: "https://evil.example" });
	expect(page.status).toBe(403);
	expect(page.headers.get("access-control-allow-origin")).toBeNull();
	const refused = (await monk.audit()).filter(({ event, port }) => event === "upgrade-refused" && port === "http");
	expect(refused.map(({ why }) => why)).toEqual(["wrong token", "a web page called on the HTTP port"]);
	expect(JSON.stringify(await monk.audit())).not.toContain("cdcd");
});

test("bad input is answered with its own status, and never with a fault of ours", async () => {
	const session = await openByHand();
	const raw = (body: string, more: Record<string, string> = {}) =>
		fetch(http.url, { method: "POST", headers: { ...headers, ...more }, body });
	const rows: [string, Promise<Response>, number][] = [
		["no JSON", raw("{"), 400],
		["no message", raw('{"a":1}'), 400],
		["another type", raw("{}", { "content-type": "text/plain" }), 415],
		["takes no streams", raw("{}", { accept: "application/json" }), 406],
		["no session yet", post({ id: 2, method: "tools/list" }), 400],
		["a session that is not", post({ id: 2, method: "tools/list" }, { "mcp-session-id": "f".repeat(64) }), 404],
		["a second initialize", post(initialize, session), 400],
		[
			"a protocol of nobody",
			post({ id: 2, method: "ping" }, { ...session, "mcp-protocol-version": "1999-01-01" }),
			400,
		],
		["a method of nobody", fetch(http.url, { method: "PUT", headers: { ...headers, ...session } }), 405],
		["too large", raw(`"${"x".repeat(5 * 1024 * 1024)}"`), 413],
	];
	for (const [what, response, status] of rows) expect((await response).status, what).toBe(status);
});

test("a result whose connection broke is fetched on the next one", async () => {
	const session = await openByHand();
	const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	extension.scripts.browser_evaluate = async ({ tabId }) => {
		begun.resolve();
		await gate.promise;
		return { tabId, value: '"late"' };
	};
	const call = { name: "browser_evaluate", arguments: { tab: 1, expression: "x" } };
	const breaking = new AbortController();
	const first = await fetch(http.url, {
		method: "POST",
		headers: { ...headers, ...session },
		body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: call }),
		signal: breaking.signal,
	});
	const reader = first.body?.getReader();
	const { value } = (await reader?.read()) ?? {};
	const id = /^id: (\S+)/m.exec(new TextDecoder().decode(value))?.[1] ?? "";
	await begun.promise;
	breaking.abort();
	await reader?.read().catch(() => undefined);
	gate.resolve();
	const seen = await eventually(async () => {
		const leaving = new AbortController();
		const again = await fetch(http.url, {
			headers: { ...headers, ...session, "last-event-id": id },
			signal: leaving.signal,
		});
		if (again.status !== 200) return undefined;
		const { value } = (await again.body?.getReader().read()) ?? {};
		leaving.abort();
		return new TextDecoder().decode(value);
	});
	expect(seen).toContain('"id":7');
	expect(seen).toContain("late");
});

test("a session that nobody uses is over after two hours, and one with an open stream is not", async () => {
	await using used = await agent("stays");
	const session = await openByHand();
	await eventually(() => monk.owner.status().clients.some(({ name }) => name === "by hand"));
	clock.advance(2 * 3_600_000 + 60_000);
	clock.advance(60_000);
	await eventually(() => monk.owner.status().clients.every(({ name }) => name !== "by hand"));
	expect((await post({ id: 3, method: "ping" }, session)).status).toBe(404);
	expect((await used.client.listTools()).tools.length).toBe(25);
});

test("a client that let go of its stream has left, and is over five minutes later", async () => {
	const leaver = await agent("leaver");
	await leaver.client.listTools();
	const isThere = () => monk.owner.status().clients.some(({ name }) => name === "leaver");
	await eventually(isThere);
	await leaver[Symbol.asyncDispose]();
	let minutes = 0;
	await eventually(() => {
		clock.advance(60_000);
		minutes++;
		return !isThere();
	});
	expect(minutes).toBeLessThan(60);
});

test("a port that is taken is named with its holder", async () => {
	const taken = serveHttp({
		port: http.port,
		token,
		connect: () => Promise.reject(new Error("nobody dials")),
		tools: [],
		groups: [],
		clock,
		random: systemRandom,
		audit: () => undefined,
	});
	expect(await rejection(taken)).toMatchObject({
		code: "PORT_TAKEN",
		message: expect.stringContaining(`${http.port}`),
	});
});

test("sessions are bounded: the one that was idle longest makes room, and none that was heard within a minute", async () => {
	const first = await openByHand();
	clock.advance(61_000);
	for (let count = 0; count < 63; count++) await openByHand();
	await openByHand();
	expect((await post({ id: 4, method: "ping" }, first)).status).toBe(404);
	expect(monk.owner.status().clients.filter(({ name }) => name === "by hand").length).toBeLessThanOrEqual(64);
	clock.advance(1_000);
	const refused = await post({ id: 5, method: "initialize", params: {} });
	expect(refused.status).toBe(503);
	expect(refused.headers.get("retry-after")).toBe("60");
	clock.advance(60_000);
	await openByHand();
});
