import type { WireError } from "../errors/error.ts";

/**
 * The six kinds of message, whatever the envelope. Ids are non-empty strings of at most 128 characters; ours are
 * decimal, counted per peer from "1". In frames a ping has no id and pongs are matched first in, first out; in
 * JSON-RPC a ping is a request, so it has one.
 */
export type WireMessage =
	| { readonly kind: "request"; readonly id: string; readonly method: string; readonly params: unknown }
	| { readonly kind: "result"; readonly id: string; readonly result: unknown }
	| { readonly kind: "error"; readonly id: string; readonly error: WireError | string }
	| { readonly kind: "notification"; readonly method: string; readonly params: unknown }
	| { readonly kind: "ping"; readonly id?: string }
	| { readonly kind: "pong"; readonly id?: string };

/** Why a text is no message; the text itself is never kept, since it may hold anything. */
export interface BrokenFrame {
	readonly kind: "broken";
	readonly why: string;
}

/** A piece of the text of a long response, in order; the text is whole when the last one is there. */
export interface Chunk {
	readonly kind: "chunk";
	/** The id of the response that the text holds. */
	readonly id: string;
	readonly part: string;
	readonly isLast: boolean;
}

/** An envelope: text to message and back. */
export interface Codec {
	readonly name: "frames" | "json-rpc";
	/** What a peer that is past authentication does with a broken frame. */
	readonly onBroken: "ignore" | "close";
	encode(message: WireMessage): string;
	decode(text: string): WireMessage | Chunk | BrokenFrame;
	/** Absent where the envelope has no chunks: then every response goes whole. */
	encodeChunk?(chunk: Chunk): string;
}
