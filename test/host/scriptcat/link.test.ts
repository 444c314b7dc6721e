import { afterEach, describe, expect, test } from "bun:test";
import { limits } from "../../../lib/wire/limits.ts";
import { eventually } from "../../support/eventually.ts";
import { hurried, hurriedClock } from "../../support/scriptcat/hurried-clock.ts";
import { ScriptCatOwner } from "../../support/scriptcat/paired.ts";
import { userScript } from "../../support/scriptcat/sources.ts";
import { codeOf, textOf } from "../../support/test-owner.ts";

const open: AsyncDisposable[] = [];

afterEach(async () => {
	for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function started(...args: Parameters<typeof ScriptCatOwner.start>): Promise<ScriptCatOwner> {
	const owner = await ScriptCatOwner.start(...args);
	open.push(owner);
	return owner;
}

/** What a stranger hears, and how it ends. */
interface Stranger {
	readonly heard: string[];
	readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
	say(data: string | Uint8Array<ArrayBuffer>): void;
}

async function dialAs(port: number, origin = `chrome-extension://${"a".repeat(32)}`): Promise<Stranger> {
	const headers = { headers: { Origin: origin } } as Bun.WebSocketOptions as unknown as string[];
	const socket = new WebSocket(`ws://127.0.0.1:${port}/`, headers);
	const heard: string[] = [];
	socket.addEventListener("message", ({ data }) => heard.push(String(data)));
	const closed = new Promise<{ code: number; reason: string }>((resolve) =>
		socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason })),
	);
	await eventually(() => heard.length > 0);
	return { heard, closed, say: (data) => socket.send(data) };
}

const upgrade = (port: number, headers: Record<string, string>) =>
	fetch(`http://127.0.0.1:${port}/`, {
		headers: {
			Connection: "Upgrade",
			Upgrade: "websocket",
			"Sec-WebSocket-Version": "13",
			"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
			...headers,
		},
	}).then(({ status }) => status);

describe("at the door", () => {
	test("extensions of any browser may call, and pages and strange names may not", async () => {
		const owner = await started();
		const extension = (scheme: string) => upgrade(owner.port, { Origin: `${scheme}://abc` });
		for (const scheme of ["chrome-extension", "moz-extension", "safari-web-extension"])
			expect(await extension(scheme)).toBe(101);
		for (const scheme of ["https", "http", "null", "xchrome-extension"]) expect(await extension(scheme)).toBe(403);
		expect(await upgrade(owner.port, { Host: `evil.example:${owner.port}` })).toBe(403);
		expect((await owner.audited("upgrade-refused")).map(({ port }) => port)).toEqual(Array(5).fill("scriptcat"));
	});

	test("a stranger on either address is told by the status, harms nothing else, and is followed when it leaves", async () => {
		for (const hostname of ["127.0.0.1", "::1"] as const) {
			const stranger = Bun.serve({ hostname, port: 0, fetch: () => new Response() });
			const owner = await started({ scriptCatPort: stranger.port ?? 0 }, hurried(2_000));
			const status = owner.monk.owner.status();
			expect(status.problems).toEqual([
				expect.stringMatching(
					new RegExp(`^the ScriptCat port ${stranger.port} on ${hostname} is held by .*\\(process ${process.pid}\\)`),
				),
			]);
			expect(status.ports.scriptcat).toBe(stranger.port ?? 0);
			await stranger.stop(true);
			await eventually(() => owner.monk.owner.status().problems.length === 0);
			const host = hostname === "::1" ? "[::1]" : hostname;
			expect((await owner.paired({ host })).isConnected).toBe(true);
		}
	}, 20_000);

	test("however many wrong codes come, the right key gets in, and the status tells of them", async () => {
		const owner = await started();
		const paired = await owner.paired();
		const cat = owner.cat({ key: "", code: "00000000", redialMs: 60_000 });
		cat.key = undefined;
		for (let guess = 0; guess < 70; guess++) {
			cat.restartWorker();
			await eventually(() => cat.dials.at(-1)?.closedWith, { every: 2 });
		}
		paired.restartWorker();
		await eventually(() => paired.dials.length > 1 && owner.state === "connected");
		expect(paired.dials.at(-1)?.mode).toBe("session");
		expect(owner.monk.owner.status().problems).toEqual([
			expect.stringMatching(/^70 wrong keys or codes came to the ScriptCat port in the last 10 minutes, the last at 2/),
		]);
		expect(new Set(await owner.ends())).toEqual(new Set(["no-window"]));
	}, 20_000);
});

const answer = (result: unknown) => JSON.stringify({ jsonrpc: "2.0", id: "1", result });
const hex = "ab".repeat(32);

/** What a stranger may say first, and the audit's word for it. */
const strangeWords: Readonly<Record<string, readonly [said: string | Uint8Array<ArrayBuffer>, detail: string]>> = {
	"no JSON": ["nonsense", "broken-frame"],
	"a batch": [`[${answer({})}]`, "broken-frame"],
	"a numeric id": ['{"jsonrpc":"2.0","id":1,"result":{}}', "broken-frame"],
	"another JSON-RPC": ['{"jsonrpc":"1.0","id":"1","result":{}}', "broken-frame"],
	"a key too many": ['{"jsonrpc":"2.0","id":"1","result":{},"x":1}', "broken-frame"],
	"an endless frame": [" ".repeat(limits.handshakeBytes + 1), "oversized-frame"],
	"a nest of brackets": ["[".repeat(60_000), "broken-frame"],
	"half a surrogate": ["\ud800", "broken-frame"],
	"capabilities before the proof": [
		JSON.stringify({
			jsonrpc: "2.0",
			id: "c",
			method: "$session.capabilities",
			params: { schemaVersion: "1.0.0", methods: [] },
		}),
		"capabilities",
	],
	"a call of a script": [
		JSON.stringify({ jsonrpc: "2.0", id: "c", method: "scripts.list", params: { clientId: "x", input: {} } }),
		"scripts.list",
	],
	"an unknown method": ['{"jsonrpc":"2.0","method":"nope","params":{}}', "unknown-method"],
	"an answer of another shape": [answer({ mode: "session", nonceE: hex.toUpperCase(), hmac: hex }), "invalid-result"],
	"an answer with a peer": [
		answer({ mode: "session", nonceE: hex, hmac: hex, peer: { kind: "monk", instanceId: "ab".repeat(16) } }),
		"",
	],
};

describe("a stranger that has proved nothing", () => {
	test("hears the challenge and no more, and the audit says what it did", async () => {
		const owner = await started();
		for (const [what, [said, detail]] of Object.entries(strangeWords)) {
			const stranger = await dialAs(owner.port);
			stranger.say(said);
			expect([what, await stranger.closed]).toEqual([what, { code: 1008, reason: "" }]);
			expect([what, stranger.heard.length]).toEqual([what, 1]);
			const last = (await owner.audited("session")).at(-1)?.session as Record<string, unknown>;
			expect([what, last.kind, last.at]).toEqual([what, "ended", expect.stringMatching(/^challenged|verifying$/)]);
			if (detail !== "") expect([what, last.detail]).toEqual([what, detail]);
			else expect(last.why).toBe("wrong-kind");
		}
		const audit = JSON.stringify(await owner.monk.audit());
		expect(audit).not.toContain(hex);
		expect(owner.state).toBe("unpaired");
	});

	test("a binary message closes the connection", async () => {
		const owner = await started();
		const stranger = await dialAs(owner.port);
		stranger.say(new Uint8Array([1, 2, 3]));
		expect((await stranger.closed).code).toBe(1003);
	});

	test("cannot answer a call that it never heard of", async () => {
		const owner = await started({}, hurriedClock);
		const cat = await owner.paired();
		cat.does.isMute = true;
		const { uuid } = cat.library.add(userScript("a"));
		const asking = owner.monk.call("scripts_toggle", { uuid, enable: false });
		const id = await eventually(() => cat.idsOf("scripts.toggle.request")[0]);
		const stranger = await dialAs(owner.port);
		stranger.say(JSON.stringify({ jsonrpc: "2.0", id, result: { uuid, enabled: false } }));
		// Ids are unguessable, and even one that leaked is answered by nobody who proved nothing.
		stranger.say("nonsense");
		await stranger.closed;
		expect(owner.state).toBe("connected");
		await cat[Symbol.asyncDispose]();
		expect(codeOf(await asking)).toBe("OUTCOME_UNKNOWN");
	});
});

describe("a ScriptCat in its session", () => {
	test("whose proof is slow is not overrun by the greeting", async () => {
		const owner = await started();
		const cat = await owner.paired({ misbehaviour: { verifyMs: 30 } });
		expect(cat.dials).toHaveLength(1);
	});

	test("that drops the connection while it checks our proof may use its code again", async () => {
		const owner = await started();
		const { code, joined } = await owner.openPairing();
		const cat = owner.cat({ code, misbehaviour: { dropsDuringCheck: true } }).switchOn();
		await eventually(() => cat.dials.length === 2);
		cat.does.dropsDuringCheck = false;
		expect(await joined).toMatchObject({ slug: "scriptcat" });
		expect(await owner.ends()).toEqual(expect.arrayContaining(["gone"]));
		// Once it has joined, the code is as dead as any other that was used.
		const late = owner.cat({ code, redialMs: 60_000 }).switchOn();
		expect(await eventually(() => late.dials[0]?.closedWith)).toEqual({ code: 1008, reason: "" });
	});

	test("that kept its key before it was dropped ends the pairing as it comes back", async () => {
		const owner = await started();
		const { code, joined } = await owner.openPairing();
		const cat = owner.cat({ code, misbehaviour: { saysNoCapabilities: true } }).switchOn();
		await eventually(() => cat.isConnected);
		cat.does.saysNoCapabilities = false;
		cat.restartWorker();
		expect(await joined).toMatchObject({ slug: "scriptcat" });
		expect(cat.dials.map(({ mode }) => mode)).toEqual(["pairing", "session"]);
	});

	test("of another schema version is refused, and one without capabilities in time", async () => {
		const owner = await started();
		const { code } = await owner.openPairing();
		const cat = owner.cat({ code, redialMs: 60_000, misbehaviour: { schemaVersion: "1.0.1" } }).switchOn();
		expect(await eventually(() => cat.dials[0]?.closedWith)).toEqual({ code: 1002, reason: "invalid capabilities" });
		expect(await owner.ends()).toEqual(["wrong-schema-version"]);
	});

	test("three wrong codes end the pairing, and the next pairing begins anew", async () => {
		const owner = await started();
		const { joined } = await owner.openPairing();
		const cat = owner.cat({ code: "0000-0000", redialMs: 5 }).switchOn();
		expect(await joined.catch((thrown: unknown) => thrown)).toMatchObject({ code: "PAIRING_FAILED" });
		await cat[Symbol.asyncDispose]();
		expect((await owner.paired()).isConnected).toBe(true);
	});
});

/** What a paired ScriptCat may say that it should not, and how that is told. */
const faults: Readonly<Record<string, readonly [said: string, why: string]>> = {
	"a broken frame": ["nonsense", "broken-frame"],
	"a batch": ["[]", "broken-frame"],
	"a request of ours": ['{"jsonrpc":"2.0","id":"x","method":"scripts.list","params":{}}', "invalid-params"],
	"capabilities again": [
		'{"jsonrpc":"2.0","id":"x","method":"$session.capabilities","params":{"schemaVersion":"1.0.0","methods":[]}}',
		"out-of-order",
	],
	"an unknown method": ['{"jsonrpc":"2.0","id":"x","method":"tabs.list","params":{}}', "unknown-method"],
	"a greeting": ['{"jsonrpc":"2.0","method":"$session.hello","params":{"daemonVersion":"1"}}', "out-of-order"],
};

describe("a ScriptCat that is ready", () => {
	test("is left at once when it says what it may not, and the audit says why", async () => {
		const owner = await started();
		const cat = await owner.paired({ redialMs: 10 });
		for (const [what, [said, why]] of Object.entries(faults)) {
			await owner.connected();
			const dial = cat.dials.at(-1);
			cat.sendRaw(said);
			expect([what, await eventually(() => dial?.closedWith)]).toEqual([what, { code: 1002, reason: "" }]);
			expect((await owner.audited("script-manager-fault")).at(-1)).toMatchObject({ why });
			await eventually(() => cat.dials.at(-1) !== dial && cat.isConnected);
			await owner.connected();
		}
	});

	test("may answer twice, late, or to nobody: that is ignored, and told where it was a call of ours", async () => {
		const owner = await started();
		const cat = await owner.paired();
		expect(codeOf(await owner.monk.call("scripts_list"))).toBeUndefined();
		const [id] = cat.idsOf("scripts.list");
		for (const answered of [id, "77", "nobody"])
			cat.sendRaw(JSON.stringify({ jsonrpc: "2.0", id: answered, result: {} }));
		expect(codeOf(await owner.monk.call("scripts_list"))).toBeUndefined();
		expect(cat.dials).toHaveLength(1);
		expect(await owner.audited("late-answer")).toMatchObject([
			{ tool: "scripts_list", outcome: "result", after: "answered" },
		]);
	});

	test("whose answer does not fit gets none of it through", async () => {
		const owner = await started();
		const cat = await owner.paired({
			misbehaviour: { results: { "scripts.list": { scripts: [{ uuid: "x\u001b" }] } } },
		});
		const result = await owner.monk.call("scripts_list");
		expect(codeOf(result)).toBe("INTERNAL_ERROR");
		expect(textOf(result)).not.toContain("\u001b");
		expect(cat.isConnected).toBe(true);
	});

	test("whose answer has a key that is not known is told by that key", async () => {
		const owner = await started();
		const list = { scripts: [], contentTrust: "untrusted-user-script-metadata", addedLater: "words of a script" };
		await owner.paired({ misbehaviour: { results: { "scripts.list": list } } });
		const said = textOf(await owner.monk.call("scripts_list"));
		expect(said).toContain("scripts.list does not fit: addedLater");
		expect(said).not.toContain("words of a script");
	});

	test("whose answer to a change does not fit leaves it unknown, after a look", async () => {
		const owner = await started();
		const cat = await owner.paired({ misbehaviour: { results: { "scripts.toggle.request": { done: 1 } } } });
		const { uuid } = cat.library.add(userScript("a"));
		const result = await owner.monk.call("scripts_toggle", { uuid, enable: false });
		expect(codeOf(result)).toBe("OUTCOME_UNKNOWN");
		expect(textOf(result)).toContain(`in a shape that monk does not know; ${uuid} is enabled now`);
	});

	test("whose answer is longer than any socket takes is not asked again", async () => {
		const owner = await started();
		const cat = await owner.paired();
		const { uuid } = cat.library.add(userScript("a"));
		cat.does.isMute = true;
		const reading = owner.monk.call("scripts_source", { uuid });
		await eventually(() => cat.idsOf("scripts.source.get").length === 1);
		cat.sendRaw("x".repeat(17 * 1024 * 1024));
		expect(codeOf(await reading)).toBe("PAYLOAD_TOO_LARGE");
		expect(cat.idsOf("scripts.source.get")).toHaveLength(1);
		expect((await owner.audited("script-manager-fault")).at(-1)).toMatchObject({ why: "oversized-frame" });
	});

	test("whose client has a name of any kind hears a plain one", async () => {
		const owner = await started();
		const cat = await owner.paired();
		await owner.monk.owner.callTool({
			client: { name: `\u001b[31mA${"n".repeat(90)}` },
			name: "scripts_list",
			args: {},
			signal: new AbortController().signal,
		});
		expect(cat.heard.find(({ method }) => method === "scripts.list")?.params.clientId).toBe(
			`\\u001b[31mA${"n".repeat(53)}`,
		);
	});

	test("keeps nobody waiting by a pattern that runs for ever: the rest goes on, and a cancel ends it", async () => {
		const owner = await started();
		const cat = await owner.paired();
		const { uuid } = cat.library.add(userScript("a", `${"a".repeat(40)}!`));
		cat.does.isMute = true;
		const leaving = new AbortController();
		const query = { uuid, query: "(a+)+$", mode: "regex" };
		const searching = owner.monk.call("scripts_grep", query, leaving.signal);
		await eventually(() => cat.idsOf("scripts.source.grep").length === 1);
		cat.does.isMute = false;
		expect(codeOf(await owner.monk.call("scripts_list"))).toBeUndefined();
		leaving.abort();
		expect(codeOf(await searching)).toBe("CANCELLED");
		const broken = await owner.monk.call("scripts_grep", { ...query, query: "(" });
		expect(textOf(broken)).toContain("INVALID_ARGUMENT: scripts_grep: query is no regular expression that compiles");
	});

	test("makes its tools worth listing for as long as it is there", async () => {
		const owner = await started();
		const client = await owner.monk.client();
		const told: (readonly string[])[] = [];
		client.onNotice("groups_changed", ({ groups }) => told.push(groups));
		const cat = await owner.paired();
		await eventually(() => told.length === 1);
		expect((await owner.monk.client()).groups).toEqual(["scripts"]);
		cat.switchOff();
		await eventually(() => told.length === 2);
		expect(told).toEqual([["scripts"], []]);
	});
});
