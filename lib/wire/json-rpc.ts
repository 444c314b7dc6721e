import type { WireError } from "../errors/error.ts";
import { broken, isId, isMethod, isObject, type JsonObject, parseObject } from "./json-text.ts";
import type { BrokenFrame, Codec, WireMessage } from "./message.ts";

/** Liveness has no message of its own in this envelope: it is a request, answered with an empty object. */
const PING = "$session.ping";

/**
 * JSON-RPC 2.0 as ScriptCat's protocol narrows it: ids are strings, params are objects, key sets are closed, and
 * there are no batches. A frame that breaks this is answered by closing, in both directions.
 */
export const jsonRpc: Codec = {
	name: "json-rpc",
	onBroken: "close",
	encode: (message) => JSON.stringify({ jsonrpc: "2.0", ...toBody(message) }),
	decode(text) {
		const body = parseObject(text);
		if (body === undefined) return broken("not a JSON object");
		if (body.jsonrpc !== "2.0") return broken("not JSON-RPC 2.0");
		return Object.hasOwn(body, "method") ? fromCall(body) : fromResponse(body);
	},
};

function toBody(message: WireMessage): JsonObject {
	switch (message.kind) {
		case "request":
			return { id: message.id, method: message.method, params: message.params };
		case "result":
			return { id: message.id, result: message.result ?? null };
		case "error":
			return { id: message.id, error: toRpcError(message.error) };
		case "notification":
			return { method: message.method, params: message.params };
		case "ping":
			return { id: message.id, method: PING };
		case "pong":
			return { id: message.id, result: {} };
		default:
			return message satisfies never;
	}
}

const hasOnly = (body: JsonObject, keys: readonly string[]) => Object.keys(body).every((key) => keys.includes(key));

function fromCall(body: JsonObject): WireMessage | BrokenFrame {
	// Left out, they stand for none at all (JSON-RPC 2.0 §4.2).
	const { id, method, params = {} } = body;
	if (!hasOnly(body, ["jsonrpc", "id", "method", "params"])) return broken("a call with keys that do not belong");
	if (!isMethod(method)) return broken("a call without a proper method");
	if (Object.hasOwn(body, "params") && !isObject(params)) return broken("params that are no object");
	if (!Object.hasOwn(body, "id")) return { kind: "notification", method, params };
	if (!isId(id)) return broken("a request whose id is no proper string");
	return method === PING ? { kind: "ping", id } : { kind: "request", id, method, params };
}

function fromResponse(body: JsonObject): WireMessage | BrokenFrame {
	const { id, result } = body;
	if (!hasOnly(body, ["jsonrpc", "id", "result", "error"])) return broken("a response with keys that do not belong");
	if (!isId(id)) return broken("a response whose id is no proper string");
	if (Object.hasOwn(body, "result") === Object.hasOwn(body, "error")) {
		return broken("a response without exactly one of result and error");
	}
	if (Object.hasOwn(body, "result")) return { kind: "result", id, result };
	const error = fromRpcError(body.error);
	return error === undefined ? broken("a response without a proper error") : { kind: "error", id, error };
}

/** Protocol faults have numbers of their own (JSON-RPC 2.0 §5.1); what the domain says is -32000 with `data.code`. */
const numbers: Readonly<Record<string, number>> = { METHOD_NOT_FOUND: -32601, INVALID_REQUEST: -32602 };
const DOMAIN = -32000;

const codes: Readonly<Record<number, string>> = {
	[-32700]: "INVALID_REQUEST",
	[-32600]: "INVALID_REQUEST",
	[-32601]: "METHOD_NOT_FOUND",
	[-32602]: "INVALID_REQUEST",
};

function toRpcError(error: WireError | string): JsonObject {
	const { code, message, ...rest } = typeof error === "string" ? { code: "INTERNAL_ERROR", message: error } : error;
	return { code: numbers[code] ?? DOMAIN, message, data: { code, ...rest } };
}

function fromRpcError(error: unknown): WireError | undefined {
	if (!isObject(error)) return undefined;
	const { code, message, data } = error;
	if (!Number.isInteger(code) || typeof message !== "string") return undefined;
	const { code: named, hint, ...rest } = isObject(data) ? data : { code: undefined, hint: undefined };
	return {
		code: typeof named === "string" ? named : (codes[Number(code)] ?? "INTERNAL_ERROR"),
		message,
		...(typeof hint === "string" ? { hint } : {}),
		...restAsData(rest),
	};
}

/** Our own `data` stands under that key; whatever else another implementation adds beside the code is kept as it is. */
function restAsData(rest: JsonObject): { readonly data?: unknown } {
	const keys = Object.keys(rest);
	if (keys.length === 0) return {};
	return { data: keys.length === 1 && keys[0] === "data" ? rest.data : rest };
}
