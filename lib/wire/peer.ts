import type { ErrorCode } from "../errors/codes.ts";
import { MonkError } from "../errors/error.ts";
import { Assembly } from "./chunks.ts";
import type { PeerFault } from "./fault.ts";
import { type Handler, Incoming } from "./incoming.ts";
import { exceedsUtf8, isId, isObject } from "./json-text.ts";
import { limits } from "./limits.ts";
import { Liveness } from "./liveness.ts";
import type { Chunk, Codec, WireMessage } from "./message.ts";
import { Outbox } from "./outbox.ts";
import { Outgoing, type RequestOptions, type StrayAnswer } from "./outgoing.ts";
import type { Rules } from "./rules.ts";
import type { Clock, Transport } from "./transport.ts";

export type { PeerFault } from "./fault.ts";
export type { Handler, IncomingCall } from "./incoming.ts";
export type { RequestOptions, StrayAnswer } from "./outgoing.ts";

/** The one method name that belongs to the envelope in both codecs. */
const CANCEL = "$/cancelRequest";

/** WebSocket close codes (RFC 6455 §7.4.1). */
const closeCode = { goingAway: 1001, protocolError: 1002, policy: 1008, tooBig: 1009, internalError: 1011 } as const;

export interface PeerOptions {
	readonly transport: Transport;
	readonly codec: Codec;
	readonly rules: Rules;
	readonly clock: Clock;
	/** Bytes of UTF-8, in both directions; less is taken in until `trust`. */
	readonly maxFrameBytes: number;
	/** With what calls reject once the connection is closed: who is gone depends on whom this peer speaks to. */
	readonly goneCode: ErrorCode;
	/** The other side reads more slowly than it is answered; called whenever more has to wait. */
	onQueued?(): void;
	onFault?(fault: PeerFault): void;
	/**
	 * Answers that no call of this connection waits for, once the other side is trusted: a call of an earlier connection
	 * may. False, and without this: it is a fault.
	 */
	onStrayAnswer?(answer: StrayAnswer): boolean;
}

/**
 * One end of a connection: requests, notifications, cancelling, liveness and closing over any transport and codec.
 * What arrives waits until there is a handler. Nothing is lost, and nothing is answered twice.
 */
export class Peer {
	readonly #options: PeerOptions;
	readonly #outbox: Outbox;
	readonly #outgoing: Outgoing;
	readonly #incoming: Incoming;
	readonly #liveness: Liveness;
	readonly #assembly: Assembly;
	readonly #closeListeners: ((code: number, reason: string) => void)[] = [];
	readonly #faultListeners = new Set<(fault: PeerFault) => void>();
	#closed: { readonly code: number; readonly reason: string } | undefined;
	#isTrusted = false;

	constructor(options: PeerOptions) {
		this.#options = options;
		const fault = (what: PeerFault) => this.#fault(what);
		const goneError = () => (this.isOpen ? undefined : this.#goneError());
		this.#outbox = new Outbox(options, goneError, () => {
			this.#fault({ kind: "send-failed" });
			this.close(closeCode.internalError);
		});
		this.#liveness = new Liveness(options.clock);
		this.#incoming = new Incoming(options.rules, {
			fault,
			answer: (id, result) => this.#outbox.answer(id, result),
			refuse: (id, error) => this.#outbox.trySend({ kind: "error", id, error }),
			overflow: () => this.close(closeCode.policy),
			isOpen: () => this.isOpen,
		});
		this.#outgoing = new Outgoing(options.rules, options.clock, {
			fault,
			offer: (answer) => this.#isTrusted && (options.onStrayAnswer?.(answer) ?? false),
			sendRequest: (id, method, params) => this.#outbox.send({ kind: "request", id, method, params }),
			sendCancel: (id) => this.#outbox.trySend({ kind: "notification", method: CANCEL, params: { id } }),
			goneError,
		});
		this.#assembly = new Assembly(options.maxFrameBytes, (id) => this.#outgoing.isAwaited(id));
		options.transport.onMessage((text) => this.#receive(text));
		options.transport.onClose((code, reason) => this.#end(code, reason));
	}

	get isOpen(): boolean {
		return this.#closed === undefined;
	}

	/** Bytes, nearly, that wait to leave. */
	get queuedBytes(): number {
		return this.#outbox.queuedBytes;
	}

	/** Whether `trust` was called. */
	get isTrusted(): boolean {
		return this.#isTrusted;
	}

	/** Replaces the handler; what was held for it is delivered before this returns, in order. */
	serve(handler: Handler): void {
		this.#incoming.serve(handler);
	}

	/** Takes the handler away: what arrives is kept for the next one, so that a hand-over loses nothing. */
	hold(): void {
		this.#incoming.serve(undefined);
	}

	/**
	 * Rejects with MonkError: INVALID_ARGUMENT before anything is sent; TIMEOUT (after a second attempt if it is a
	 * read); CANCELLED; RATE_LIMITED; PAYLOAD_TOO_LARGE; `goneCode` when the connection is or gets closed; else what
	 * the other side answered.
	 */
	request(method: string, params: unknown, options: RequestOptions = {}): Promise<unknown> {
		return this.#outgoing.request(method, params, options);
	}

	/** Throws MonkError INVALID_ARGUMENT or PAYLOAD_TOO_LARGE; on a closed connection it does nothing. */
	notify(method: string, params: unknown): void {
		this.#outgoing.checkNotification(method, params);
		if (this.isOpen) this.#outbox.send({ kind: "notification", method, params });
	}

	/** Settles with the pong, or rejects with `goneCode`. */
	ping(): Promise<void> {
		if (!this.isOpen) return Promise.reject(this.#goneError());
		const id = this.#outgoing.nextId();
		const answered = this.#liveness.expect(id);
		this.#outbox.trySend({ kind: "ping", id });
		return answered;
	}

	/** Pings every `everyMs` and closes (1001) when `missesAllowed` in a row stayed without a pong. */
	startPinging(everyMs: number, missesAllowed: number): void {
		const onDead = () => this.close(closeCode.goingAway, "heartbeat timeout");
		this.#liveness.start(everyMs, missesAllowed, () => void this.ping().catch(() => {}), onDead);
	}

	/**
	 * Authentication succeeded: from here a broken frame is dealt with as the codec says. Before, it closes the
	 * connection without a word.
	 */
	trust(): void {
		this.#isTrusted = true;
	}

	close(code = 1000, reason = ""): void {
		if (!this.isOpen) return;
		this.#options.transport.close(code, reason);
		this.#end(code, reason);
	}

	/** Called once; at once when the connection is closed already. */
	onClose(listener: (code: number, reason: string) => void): void {
		if (this.#closed === undefined) this.#closeListeners.push(listener);
		else listener(this.#closed.code, this.#closed.reason);
	}

	/** Hears every fault, before the peer acts on it; the returned function ends that. */
	onFault(listener: (fault: PeerFault) => void): () => void {
		this.#faultListeners.add(listener);
		return () => this.#faultListeners.delete(listener);
	}

	#receive(text: string) {
		if (!this.isOpen) return;
		if (exceedsUtf8(text, this.#maxReceived())) return this.#receiveOversized();
		const message = this.#options.codec.decode(text);
		if (message.kind === "broken") return this.#receiveBroken(message.why);
		if (message.kind === "chunk") return this.#receiveChunk(message);
		this.#dispatch(message);
	}

	#maxReceived(): number {
		const { maxFrameBytes } = this.#options;
		return this.#isTrusted ? maxFrameBytes : Math.min(maxFrameBytes, limits.handshakeBytes);
	}

	/** Whoever proved nothing yet has nothing long to say. */
	#receiveChunk(chunk: Chunk) {
		if (!this.#isTrusted) return this.#receiveBroken("a chunk before authentication");
		const assembled = this.#assembly.add(chunk);
		if (assembled.state === "partial") return;
		if (assembled.state === "too-large") return this.#receiveOversized();
		const message = this.#options.codec.decode(assembled.text);
		const isAnswer = (message.kind === "result" || message.kind === "error") && message.id === chunk.id;
		if (isAnswer) this.#dispatch(message);
		else this.#receiveBroken("chunks that make no response");
	}

	#receiveOversized(): void {
		this.#fault({ kind: "oversized-frame" });
		this.close(this.#isTrusted ? closeCode.tooBig : closeCode.policy);
	}

	#receiveBroken(why: string): void {
		this.#fault({ kind: "broken-frame", why });
		if (!this.#isTrusted) this.close(closeCode.policy);
		else if (this.#options.codec.onBroken === "close") this.close(closeCode.protocolError);
	}

	#dispatch(message: WireMessage) {
		switch (message.kind) {
			case "request":
				return this.#incoming.request(message.id, message.method, message.params);
			case "notification":
				if (message.method === CANCEL) return this.#cancel(message.params);
				return this.#incoming.notification(message.method, message.params);
			case "result":
				// Where a ping is a request, its answer is a result like any other.
				if (!this.#liveness.pong(message.id)) this.#outgoing.result(message.id, message.result);
				return;
			case "error":
				if (!this.#liveness.pong(message.id)) this.#outgoing.error(message.id, message.error);
				return;
			case "ping":
				return this.#outbox.trySend(message.id === undefined ? { kind: "pong" } : { kind: "pong", id: message.id });
			case "pong":
				this.#liveness.pong(message.id);
				return;
			default:
				return message satisfies never;
		}
	}

	#cancel(params: unknown) {
		if (isObject(params) && isId(params.id)) return this.#incoming.cancel(params.id);
		this.#fault({ kind: "invalid-params", method: CANCEL, why: "id must be a proper string" });
	}

	#end(code: number, reason: string): void {
		if (this.#closed !== undefined) return;
		this.#closed = { code, reason };
		const gone = this.#goneError();
		this.#liveness.close(gone);
		this.#outgoing.close(gone);
		this.#incoming.close();
		this.#assembly.clear();
		for (const listener of this.#closeListeners.splice(0)) listener(code, reason);
	}

	#goneError(): MonkError {
		return new MonkError(this.#options.goneCode, "the connection is closed");
	}

	#fault(fault: PeerFault): void {
		this.#options.onFault?.(fault);
		for (const listener of [...this.#faultListeners]) listener(fault);
	}
}
