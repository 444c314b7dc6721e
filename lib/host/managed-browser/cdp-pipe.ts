import type { Readable, Writable } from "node:stream";
import { MonkError } from "../../errors/error.ts";

/** Chrome's DevTools protocol over the browser's own pipe: JSON texts, each ended by a NUL. */
export interface CdpEvent {
	readonly method: string;
	readonly params: Record<string, unknown>;
	/** The session of the target that it came from; absent for the browser's own. */
	readonly sessionId?: string;
}

interface Waiting {
	readonly method: string;
	resolve(result: unknown): void;
	reject(error: MonkError): void;
}

interface Incoming extends CdpEvent {
	readonly id?: number;
	readonly result?: unknown;
	readonly error?: { readonly message: string };
}

/** Whole texts out of a stream of bytes that may break anywhere, in the middle of a character too. */
export function nulFrames(): (bytes: Uint8Array) => string[] {
	const decoder = new TextDecoder();
	let parts: string[] = [];
	return (bytes) => {
		const pieces = decoder.decode(bytes, { stream: true }).split("\0");
		const last = pieces.pop() ?? "";
		const texts = pieces.map((piece, index) => (index === 0 ? parts.join("") + piece : piece));
		parts = texts.length > 0 ? [last] : [...parts, last];
		return texts;
	};
}

/** Requests and events over the two ends of the pipe. When it closes, all that waits is rejected. */
export class CdpPipe {
	#nextId = 1;
	#closed = false;
	readonly #output: Writable;
	readonly #waiting = new Map<number, Waiting>();
	readonly #listeners = new Set<(event: CdpEvent) => void>();

	constructor(input: Readable, output: Writable) {
		this.#output = output;
		const frames = nulFrames();
		input.on("data", (bytes: Uint8Array) => {
			for (const text of frames(bytes)) this.#receive(text);
		});
		/** A pipe whose other end died breaks with an error; that is an end like another. */
		for (const stream of [input, output]) stream.on("error", () => this.#end()).on("close", () => this.#end());
	}

	get isOpen(): boolean {
		return !this.#closed;
	}

	/** Rejects with BROWSER_GONE when the pipe is or gets closed, and INTERNAL_ERROR when the browser refuses. */
	send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
		const id = this.#nextId++;
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		if (this.#closed) reject(this.#gone(method));
		else {
			this.#waiting.set(id, { method, resolve, reject });
			this.#output.write(
				`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`,
			);
		}
		return promise as Promise<T>;
	}

	/** Hears every event; the returned function ends that. */
	listen(listener: (event: CdpEvent) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	#receive(text: string): void {
		const message = JSON.parse(text) as Incoming;
		if (message.id === undefined) {
			for (const listener of this.#listeners) listener(message);
			return;
		}
		const call = this.#waiting.get(message.id);
		this.#waiting.delete(message.id);
		if (message.error === undefined) call?.resolve(message.result);
		else call?.reject(new MonkError("INTERNAL_ERROR", `${call.method}: ${message.error.message}`));
	}

	#end(): void {
		this.#closed = true;
		for (const call of this.#waiting.values()) call.reject(this.#gone(call.method));
		this.#waiting.clear();
	}

	#gone(method: string): MonkError {
		return new MonkError("BROWSER_GONE", `the browser ended before it answered ${method}`);
	}
}
