import type { EventStore } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

interface Event {
	readonly id: string;
	readonly stream: string;
	readonly message: JSONRPCMessage;
	readonly chars: number;
}

/** Events that are kept of a session, and characters that they may have together. */
const keptAtMost = 256;
const charsAtMost = 16 * 1024 * 1024;

/** An event without a message only gives a client a place to come back to. */
const isEmpty = (message: JSONRPCMessage): boolean => Object.keys(message).length === 0;

/**
 * What a session's streams carried, so that a client whose connection broke fetches on its next one what it missed, a
 * result too. Bounded: the oldest go first, and a client that comes back to one that is gone is told so.
 */
export class EventLog implements EventStore {
	#events: readonly Event[] = [];
	#next = 1;

	async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
		const id = `${this.#next++}`;
		this.#events = [...this.#events, { id, stream, message, chars: JSON.stringify(message).length }].slice(-keptAtMost);
		while (this.#chars > charsAtMost && this.#events.length > 1) this.#events = this.#events.slice(1);
		return id;
	}

	async getStreamIdForEventId(id: string): Promise<string | undefined> {
		return this.#events.find((event) => event.id === id)?.stream;
	}

	async replayEventsAfter(
		id: string,
		{ send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
	): Promise<string> {
		const index = this.#events.findIndex((event) => event.id === id);
		const stream = this.#events[index]?.stream ?? "";
		for (const event of this.#events.slice(index + 1))
			if (event.stream === stream && !isEmpty(event.message)) await send(event.id, event.message);
		return stream;
	}

	get #chars(): number {
		return this.#events.reduce((sum, { chars }) => sum + chars, 0);
	}
}
