import type { Transport } from "../../lib/wire/transport.ts";

/** A wire whose other end is the test: it says any text, and sees what was answered. */
export class ScriptedTransport implements Transport {
	readonly sent: string[] = [];
	closed: { readonly code: number | undefined; readonly reason: string | undefined } | undefined;
	/** When set, `send` throws as a full socket would. */
	isFull = false;
	#onMessage: (text: string) => void = () => {};
	#onClose: (code: number, reason: string) => void = () => {};

	send(text: string): void {
		if (this.isFull) throw new Error("full");
		this.sent.push(text);
	}

	close(code?: number, reason?: string): void {
		this.closed = { code, reason };
	}

	onMessage(listener: (text: string) => void): void {
		this.#onMessage = listener;
	}

	onClose(listener: (code: number, reason: string) => void): void {
		this.#onClose = listener;
	}

	/** The other end says this. */
	say(text: string): void {
		this.#onMessage(text);
	}

	/** The other end says this value as JSON. */
	sayJson(value: unknown): void {
		this.say(JSON.stringify(value));
	}

	hangUp(code = 1006, reason = ""): void {
		this.#onClose(code, reason);
	}

	/** What was sent, read back. */
	get heard(): Record<string, unknown>[] {
		return this.sent.map((text) => JSON.parse(text));
	}
}
