import type { Transport } from "../../lib/wire/transport.ts";

/** Milliseconds for a port of this machine to answer. */
const DIAL_MS = 5_000;

const UNSUPPORTED_DATA = 1003;

/** Close codes that a page may use: 1000, or its own from 3000 on. */
const sayable = (code: number): number => (code === 1000 || code >= 3000 ? code : 3000 + (code % 1000));

class SocketTransport implements Transport {
	private readonly socket: WebSocket;

	constructor(socket: WebSocket) {
		this.socket = socket;
	}

	send(text: string): void {
		if (this.socket.readyState !== WebSocket.OPEN) throw new Error("the socket is not open");
		this.socket.send(text);
	}

	close(code = 1000, reason = ""): void {
		this.socket.close(sayable(code), reason);
	}

	onMessage(listener: (text: string) => void): void {
		this.socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
			if (typeof data === "string") listener(data);
			else this.close(UNSUPPORTED_DATA);
		});
	}

	onClose(listener: (code: number, reason: string) => void): void {
		this.socket.addEventListener("close", ({ code, reason }) => listener(code, reason), { once: true });
	}
}

/** Opens the link, always to this machine by its number, or resolves undefined when nobody answers there. */
export function dial(port: number): Promise<Transport | undefined> {
	const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
	return new Promise((resolve) => {
		const timer = setTimeout(() => socket.close(), DIAL_MS);
		socket.addEventListener("open", () => {
			clearTimeout(timer);
			resolve(new SocketTransport(socket));
		});
		socket.addEventListener("close", () => {
			clearTimeout(timer);
			resolve(undefined);
		});
	});
}
