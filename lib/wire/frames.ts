import type { WireError } from "../errors/error.ts";
import { broken, isId, isMethod, isObject, type JsonObject, parseObject } from "./json-text.ts";
import type { BrokenFrame, Chunk, Codec, WireMessage } from "./message.ts";

/**
 * The monk protocol's envelope. Keys that we do not know are let pass, since the protocol's older peers send some;
 * what the payloads mean is checked by the rules, not here.
 */
export const frames: Codec = {
	name: "frames",
	onBroken: "ignore",
	encode: (message) => JSON.stringify(toFrame(message)),
	encodeChunk: ({ id, part, isLast }) => JSON.stringify({ k: "chk", id, part, last: isLast }),
	decode(text) {
		const frame = parseObject(text);
		return frame === undefined ? broken("not a JSON object") : fromFrame(frame);
	},
};

function toFrame(message: WireMessage): JsonObject {
	switch (message.kind) {
		case "request":
			return { k: "req", id: message.id, type: message.method, payload: message.params };
		case "result":
			return { k: "res", id: message.id, ok: true, result: message.result };
		case "error":
			return { k: "res", id: message.id, ok: false, error: message.error };
		case "notification":
			return { k: "ntf", type: message.method, payload: message.params };
		case "ping":
			return { k: "png" };
		case "pong":
			return { k: "pog" };
		default:
			return message satisfies never;
	}
}

function fromFrame(frame: JsonObject): WireMessage | Chunk | BrokenFrame {
	switch (frame.k) {
		case "req":
			return fromRequest(frame);
		case "res":
			return fromResponse(frame);
		case "ntf":
			if (!isMethod(frame.type)) return broken("a notification without a type");
			return { kind: "notification", method: frame.type, params: frame.payload };
		case "chk":
			return fromChunk(frame);
		case "png":
			return { kind: "ping" };
		case "pog":
			return { kind: "pong" };
		default:
			return broken("an unknown kind of frame");
	}
}

function fromChunk({ id, part, last }: JsonObject): Chunk | BrokenFrame {
	if (!isId(id)) return broken("a chunk without a proper id");
	if (typeof part !== "string" || typeof last !== "boolean") return broken("a chunk without its part");
	return { kind: "chunk", id, part, isLast: last };
}

function fromRequest({ id, type, payload }: JsonObject): WireMessage | BrokenFrame {
	if (!isId(id)) return broken("a request without a proper id");
	if (!isMethod(type)) return broken("a request without a type");
	return { kind: "request", id, method: type, params: payload };
}

function fromResponse({ id, ok, result, error }: JsonObject): WireMessage | BrokenFrame {
	if (!isId(id)) return broken("a response without a proper id");
	if (ok === true) return { kind: "result", id, result };
	if (ok !== false) return broken("a response that is neither ok nor not");
	const read = readError(error);
	return read === undefined ? broken("a response without a proper error") : { kind: "error", id, error: read };
}

/** Older extensions send a bare string. */
function readError(error: unknown): WireError | string | undefined {
	if (typeof error === "string") return error;
	if (!isObject(error)) return undefined;
	const { code, message, hint, data } = error;
	if (typeof code !== "string" || typeof message !== "string") return undefined;
	return { code, message, ...(typeof hint === "string" ? { hint } : {}), ...(data === undefined ? {} : { data }) };
}
