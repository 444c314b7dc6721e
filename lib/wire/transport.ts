/**
 * A connection in four verbs. Close codes are WebSocket's. `send` throws when the message could not be queued
 * whole; nothing is ever dropped in silence.
 */
export interface Transport {
	send(text: string): void;
	close(code?: number, reason?: string): void;
	/** Bytes that were taken and have not left yet, where the transport knows. */
	bufferedBytes?(): number;
	/** Text only: an adapter closes with 1003 on a binary message. */
	onMessage(listener: (text: string) => void): void;
	/** Called once. */
	onClose(listener: (code: number, reason: string) => void): void;
}

/** Time as the layers below `host` know it, passed in so that tests own it. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Runs once after `ms`; the returned function cancels. */
	after(ms: number, run: () => void): () => void;
}

/** `bytes(n)` gives n random bytes fit for keys and nonces. */
export interface Random {
	bytes(length: number): Uint8Array<ArrayBuffer>;
}
