import { MonkError, toWireError } from "../errors/error.ts";
import { CHUNKS_PER_TURN, needsChunks, split } from "./chunks.ts";
import { exceedsUtf8 } from "./json-text.ts";
import { limits } from "./limits.ts";
import type { Chunk, Codec, WireMessage } from "./message.ts";
import type { Clock, Transport } from "./transport.ts";

export interface OutboxOptions {
	readonly transport: Transport;
	readonly codec: Codec;
	readonly clock: Clock;
	readonly maxFrameBytes: number;
	/** The other side does not read as fast as it is written to; called whenever more has to wait. */
	readonly onQueued?: () => void;
}

/** What leaves a peer: encoded, measured, cut into chunks where it is long. */
export class Outbox {
	readonly #options: OutboxOptions;
	readonly #goneError: () => MonkError | undefined;
	readonly #onFull: () => void;
	/** Characters of long results that wait until the transport has room. */
	#waiting = 0;

	/** `onFull` is called when the transport could not take a text whole: it must close the connection. */
	constructor(options: OutboxOptions, goneError: () => MonkError | undefined, onFull: () => void) {
		this.#options = options;
		this.#goneError = goneError;
		this.#onFull = onFull;
	}

	/** What waits to leave, here and in the transport. */
	get queuedBytes(): number {
		return this.#waiting + this.#inTransport;
	}

	get #inTransport(): number {
		return this.#options.transport.bufferedBytes?.() ?? 0;
	}

	/** Throws PAYLOAD_TOO_LARGE, READS_TOO_SLOWLY for a result that has no room, or the error of a connection that is closed, or closes because of this message. */
	send(message: WireMessage): void {
		const gone = this.#goneError();
		if (gone !== undefined) throw gone;
		const { codec, maxFrameBytes } = this.#options;
		const text = codec.encode(message);
		if (exceedsUtf8(text, maxFrameBytes)) {
			throw new MonkError("PAYLOAD_TOO_LARGE", `more than ${maxFrameBytes} bytes in one message`);
		}
		if (message.kind === "result") this.#requireRoom(text.length);
		if (message.kind === "result" && codec.encodeChunk !== undefined && needsChunks(text)) {
			this.#waiting += text.length;
			this.#sendChunks(split(message.id, text), codec.encodeChunk);
		} else {
			this.#transmit(text);
		}
	}

	/** For what nobody waits for: a closed connection tells its listeners by itself. */
	trySend(message: WireMessage): void {
		this.#try(() => this.send(message));
	}

	/** A result that cannot be sent is answered with the reason, instead of letting the caller wait for its timeout. */
	answer(id: string, result: unknown): void {
		try {
			this.send({ kind: "result", id, result });
		} catch (error) {
			this.trySend({ kind: "error", id, error: toWireError(error) });
		}
	}

	#requireRoom(chars: number): void {
		const queued = this.queuedBytes;
		if (queued === 0 || queued + chars <= limits.queuedBytes) return;
		throw new MonkError("READS_TOO_SLOWLY", `${Math.round(queued / 1e6)} MB of earlier answers were not read yet`);
	}

	/** A few chunks a turn, so that a pong or another answer can pass between them, and none while there is no room. */
	#sendChunks(chunks: Generator<Chunk, void>, encode: (chunk: Chunk) => string): void {
		const { clock, onQueued } = this.#options;
		for (let sent = 0; sent < CHUNKS_PER_TURN; sent++) {
			if (this.#inTransport > limits.inTransportBytes) {
				onQueued?.();
				clock.after(limits.drainLookMs, () => this.#try(() => this.#sendChunks(chunks, encode)));
				return;
			}
			const next = chunks.next();
			if (next.done === true || this.#goneError() !== undefined) return;
			this.#waiting -= next.value.part.length;
			this.#transmit(encode(next.value));
		}
		clock.after(0, () => this.#try(() => this.#sendChunks(chunks, encode)));
	}

	#transmit(text: string): void {
		try {
			this.#options.transport.send(text);
		} catch (cause) {
			this.#onFull();
			throw this.#goneError() ?? new MonkError("INTERNAL_ERROR", "a message could not be sent", { cause });
		}
	}

	#try(send: () => void): void {
		try {
			send();
		} catch {
			// The connection closed, or even the refusal was too large; either way no one is there to hear of it.
		}
	}
}
