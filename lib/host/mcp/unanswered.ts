import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
	isJSONRPCErrorResponse,
	isJSONRPCRequest,
	isJSONRPCResultResponse,
	type RequestId,
} from "@modelcontextprotocol/sdk/types.js";

/**
 * Follows a connected transport: the requests whose answers have not been written. One that the client cancels gets
 * none, so whoever waits for all of them sets a limit.
 */
export class Unanswered {
	readonly #asked = new Set<RequestId>();
	#onNone: (() => void) | undefined;

	/** The transport must have been connected to its server, whose listener and way out are passed through. */
	constructor(transport: Transport) {
		const { onmessage: hear } = transport;
		const send = transport.send.bind(transport);
		transport.onmessage = (message, extra) => {
			if (isJSONRPCRequest(message)) this.#asked.add(message.id);
			hear?.(message, extra);
		};
		transport.send = async (message, options) => {
			await send(message, options);
			if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#answered(message.id);
		};
	}

	/** Resolves when every answer is written, or after `withinMs` milliseconds. */
	async none(withinMs: number): Promise<void> {
		if (this.#asked.size === 0) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#onNone = resolve;
		const timer = setTimeout(resolve, withinMs);
		await promise;
		clearTimeout(timer);
	}

	#answered(id: RequestId | undefined): void {
		if (id !== undefined) this.#asked.delete(id);
		if (this.#asked.size === 0) this.#onNone?.();
	}
}
