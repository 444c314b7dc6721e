import type { ServerWebSocket } from "bun";
import type { Transport } from "../../wire/transport.ts";

/** WebSocket close codes that the adapters themselves use (RFC 6455, section 7.4.1). */
export const closeCodes = { goingAway: 1001, binary: 1003, tooBig: 1009 } as const;

/** Milliseconds for the other side to answer a close: one that reads nothing never does, and holds a place. */
const closingMs = 2_000;

/** What Bun's callbacks deliver to a socket's transport. */
export interface ServerTransport extends Transport {
	received(message: string | Buffer): void;
	closed(code: number, reason: string): void;
}

/**
 * A server's socket as a transport. Bun answers a `send` with 0 when it dropped the message, which must never pass
 * for sent: the socket is ended and the caller hears of it. -1 means queued, and is fine.
 */
export function serverTransport(socket: ServerWebSocket<unknown>): ServerTransport {
	let onMessage: ((text: string) => void) | undefined;
	let onClose: ((code: number, reason: string) => void) | undefined;
	let isClosed = false;
	return {
		send(text) {
			if (isClosed) throw new Error("the connection is closed");
			if (socket.send(text) !== 0) return;
			socket.terminate();
			throw new Error("the connection could not take the message");
		},
		close: (code, reason) => {
			if (isClosed) return;
			socket.close(code, reason);
			setTimeout(() => {
				if (!isClosed) socket.terminate();
			}, closingMs).unref();
		},
		bufferedBytes: () => (isClosed ? 0 : socket.getBufferedAmount()),
		onMessage: (listener) => {
			onMessage = listener;
		},
		onClose: (listener) => {
			onClose = listener;
		},
		received(message) {
			if (typeof message === "string") onMessage?.(message);
			else socket.close(closeCodes.binary);
		},
		closed(code, reason) {
			if (isClosed) return;
			isClosed = true;
			onClose?.(code, reason);
		},
	};
}
