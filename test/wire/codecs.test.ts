import { describe, expect, test } from "bun:test";
import { frames } from "../../lib/wire/frames.ts";
import { jsonRpc } from "../../lib/wire/json-rpc.ts";
import { exceedsUtf8 } from "../../lib/wire/json-text.ts";
import type { Codec, WireMessage } from "../../lib/wire/message.ts";
import { SeededRandom } from "../support/random.ts";

const rpc = (body: object) => JSON.stringify({ jsonrpc: "2.0", ...body });

/** Text and message, each the other's image. */
const wireMap: readonly [Codec, string, WireMessage][] = [
	[
		frames,
		'{"k":"req","id":"1","type":"list_tabs","payload":{}}',
		{ kind: "request", id: "1", method: "list_tabs", params: {} },
	],
	[frames, '{"k":"res","id":"1","ok":true,"result":[1]}', { kind: "result", id: "1", result: [1] }],
	[frames, '{"k":"res","id":"1","ok":false,"error":"no"}', { kind: "error", id: "1", error: "no" }],
	[
		frames,
		'{"k":"res","id":"1","ok":false,"error":{"code":"TIMEOUT","message":"m","hint":"h","data":{"a":1}}}',
		{ kind: "error", id: "1", error: { code: "TIMEOUT", message: "m", hint: "h", data: { a: 1 } } },
	],
	[
		frames,
		'{"k":"ntf","type":"tabs_changed","payload":{"tabs":[]}}',
		{ kind: "notification", method: "tabs_changed", params: { tabs: [] } },
	],
	[frames, '{"k":"png"}', { kind: "ping" }],
	[frames, '{"k":"pog"}', { kind: "pong" }],
	[
		jsonRpc,
		rpc({ id: "1", method: "scripts.list", params: { input: {} } }),
		{ kind: "request", id: "1", method: "scripts.list", params: { input: {} } },
	],
	[jsonRpc, rpc({ id: "1", result: {} }), { kind: "result", id: "1", result: {} }],
	[
		jsonRpc,
		rpc({ method: "$session.shutdown", params: {} }),
		{ kind: "notification", method: "$session.shutdown", params: {} },
	],
	[jsonRpc, rpc({ id: "7", method: "$session.ping" }), { kind: "ping", id: "7" }],
	[
		jsonRpc,
		rpc({ id: "1", error: { code: -32601, message: "m", data: { code: "METHOD_NOT_FOUND" } } }),
		{ kind: "error", id: "1", error: { code: "METHOD_NOT_FOUND", message: "m" } },
	],
	[
		jsonRpc,
		rpc({ id: "1", error: { code: -32602, message: "m", data: { code: "INVALID_REQUEST", hint: "h" } } }),
		{ kind: "error", id: "1", error: { code: "INVALID_REQUEST", message: "m", hint: "h" } },
	],
	[
		jsonRpc,
		rpc({ id: "1", error: { code: -32000, message: "m", data: { code: "CONFLICT", data: { a: 1 } } } }),
		{ kind: "error", id: "1", error: { code: "CONFLICT", message: "m", data: { a: 1 } } },
	],
];

describe("the wire map", () => {
	for (const [codec, text, message] of wireMap) {
		test(`${codec.name} writes and reads ${text}`, () => {
			expect(JSON.parse(codec.encode(message))).toEqual(JSON.parse(text));
			expect(codec.decode(text)).toEqual(message);
		});
	}

	test("a pong in JSON-RPC is an empty result", () => {
		expect(JSON.parse(jsonRpc.encode({ kind: "pong", id: "7" }))).toEqual({ jsonrpc: "2.0", id: "7", result: {} });
	});

	test("a chunk is written and read as itself in frames", () => {
		const chunk = { kind: "chunk", id: "1", part: "{", isLast: false } as const;
		expect(frames.decode(frames.encodeChunk?.(chunk) ?? "")).toEqual(chunk);
	});

	test("a foreign JSON-RPC error keeps its code and whatever stands beside it", () => {
		const text = rpc({ id: "1", error: { code: -32000, message: "m", data: { code: "NOT_FOUND", operationId: "x" } } });
		const error = { code: "NOT_FOUND", message: "m", data: { operationId: "x" } };
		expect(jsonRpc.decode(text)).toEqual({ kind: "error", id: "1", error });
	});

	test("a JSON-RPC error without a code of the domain is read by its number", () => {
		const codeOf = (code: number) => jsonRpc.decode(rpc({ id: "1", error: { code, message: "m" } }));
		expect(codeOf(-32601)).toMatchObject({ error: { code: "METHOD_NOT_FOUND" } });
		expect(codeOf(-32700)).toMatchObject({ error: { code: "INVALID_REQUEST" } });
		expect(codeOf(-1)).toMatchObject({ error: { code: "INTERNAL_ERROR" } });
	});
});

const longId = "x".repeat(129);
const hostile: Record<Codec["name"], readonly string[]> = {
	frames: [
		"",
		"not json",
		"null",
		"1",
		'"text"',
		"[]",
		"{}",
		'{"k":"zzz"}',
		'{"k":"req"}',
		'{"k":"req","id":"1"}',
		'{"k":"req","id":1,"type":"a"}',
		'{"k":"req","id":"","type":"a"}',
		`{"k":"req","id":"${longId}","type":"a"}`,
		'{"k":"req","id":"1","type":""}',
		`{"k":"req","id":"1","type":"${longId}"}`,
		'{"k":"res","id":"1"}',
		'{"k":"res","id":"1","ok":"true"}',
		'{"k":"res","ok":true}',
		'{"k":"res","id":"1","ok":false}',
		'{"k":"res","id":"1","ok":false,"error":{"code":1,"message":"m"}}',
		'{"k":"res","id":"1","ok":false,"error":null}',
		'{"k":"ntf"}',
		'{"k":"ntf","type":{}}',
		'{"k":"chk","id":"1"}',
		'{"k":"chk","id":"1","part":1,"last":true}',
		'{"k":"req","id":"1","type":"a"',
		"[".repeat(60_000),
		"\ud800",
		'{"__proto__":{"k":"png"}}',
	],
	"json-rpc": [
		"",
		"not json",
		"null",
		"[]",
		`[${rpc({ id: "1", method: "a" })}]`,
		"{}",
		rpc({}),
		rpc({ id: 1, method: "a" }),
		rpc({ id: "", method: "a" }),
		rpc({ id: null, method: "a" }),
		rpc({ id: longId, method: "a" }),
		rpc({ method: 1 }),
		rpc({ method: "" }),
		rpc({ method: "a", params: [] }),
		rpc({ method: "a", params: null }),
		rpc({ method: "a", extra: 1 }),
		rpc({ id: "1", method: "a", result: {} }),
		rpc({ id: "1" }),
		rpc({ id: "1", result: {}, error: { code: 1, message: "m" } }),
		rpc({ id: 1, result: {} }),
		rpc({ id: "1", error: { code: "1", message: "m" } }),
		rpc({ id: "1", error: { code: 1.5, message: "m" } }),
		rpc({ id: "1", error: { code: 1 } }),
		rpc({ id: "1", error: "no" }),
		rpc({ id: "1", result: {}, extra: 1 }),
		'{"jsonrpc":"1.0","id":"1","method":"a"}',
		'{"id":"1","method":"a"}',
		"[".repeat(60_000),
	],
};

describe("hostile frames", () => {
	for (const codec of [frames, jsonRpc]) {
		for (const [at, text] of hostile[codec.name].entries()) {
			test(`${codec.name} calls row ${at} broken: ${text.slice(0, 60)}`, () => {
				expect(codec.decode(text)).toMatchObject({ kind: "broken" });
			});
		}
	}

	test("keys that frames does not know are let pass, because older peers send some", () => {
		expect(frames.decode('{"k":"png","extra":1}')).toEqual({ kind: "ping" });
	});
});

/** Any message that both codecs can say. */
function anyMessage(random: SeededRandom): WireMessage {
	const id = String(1 + random.int(1000));
	switch (random.int(4)) {
		case 0:
			return { kind: "request", id, method: `m${random.text(8)}`, params: { value: random.json() } };
		case 1:
			return { kind: "result", id, result: random.json() };
		case 2:
			return { kind: "notification", method: `m${random.text(8)}`, params: { value: random.json() } };
		default:
			return {
				kind: "error",
				id,
				error: { code: `C${random.text(4)}`, message: random.text(20), hint: random.text(5) },
			};
	}
}

describe("laws over random input", () => {
	const seed = Date.now() >>> 0;
	for (const codec of [frames, jsonRpc]) {
		test(`${codec.name}: decode after encode is the identity (seed ${seed})`, () => {
			const random = new SeededRandom(seed);
			for (let run = 0; run < 1000; run++) {
				const message = anyMessage(random);
				expect(codec.decode(codec.encode(message))).toEqual(JSON.parse(JSON.stringify(message)));
			}
		});
	}

	test(`a text's size in UTF-8 is judged as an encoder counts it (seed ${seed})`, () => {
		const random = new SeededRandom(seed);
		for (let run = 0; run < 1000; run++) {
			const text = random.text(40).toWellFormed();
			const bytes = new TextEncoder().encode(text).length;
			expect(exceedsUtf8(text, bytes)).toBe(false);
			if (bytes > 0) expect(exceedsUtf8(text, bytes - 1)).toBe(true);
		}
	});
});
