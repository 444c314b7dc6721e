import type { Transport } from "../../lib/wire/transport.ts";

type Closing = { readonly code: number; readonly reason: string };

/** One end of a pair. Texts arrive in order, each in a microtask of its own, as they would from a socket. */
export class LinkedTransport implements Transport {
	other: LinkedTransport | undefined;
	readonly sent: string[] = [];
	#isClosed = false;
	#onMessage: (text: string) => void = () => {};
	#onClose: (code: number, reason: string) => void = () => {};

	send(text: string): void {
		if (this.#isClosed) throw new Error("the transport is closed");
		this.sent.push(text);
		queueMicrotask(() => this.other?.deliver(text));
	}

	close(code = 1005, reason = ""): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		queueMicrotask(() => this.other?.hangUp({ code, reason }));
	}

	onMessage(listener: (text: string) => void): void {
		this.#onMessage = listener;
	}

	onClose(listener: (code: number, reason: string) => void): void {
		this.#onClose = listener;
	}

	deliver(text: string): void {
		if (!this.#isClosed) this.#onMessage(text);
	}

	hangUp({ code, reason }: Closing): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#onClose(code, reason);
	}
}

/** Two transports that are each other's wire. */
export function linkTransports(): [LinkedTransport, LinkedTransport] {
	const [left, right] = [new LinkedTransport(), new LinkedTransport()];
	left.other = right;
	right.other = left;
	return [left, right];
}
