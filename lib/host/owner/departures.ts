import type { Clock } from "../../wire/transport.ts";
import type { ClientMemory, OpenedTab } from "../tools/client-memory.ts";

/** Milliseconds in which a client whose connection broke may be back, as one does that was cut off. */
const returnMs = 5_000;

interface Leaver {
	readonly memory: ClientMemory;
	readonly stopTimer: () => void;
}

/**
 * Clients whose connection has ended. One that comes back soon finds everything as it left it; of one that does not,
 * the tabs are closed that it asked to have closed.
 */
export class Departures {
	readonly #clock: Clock;
	readonly #close: (tab: OpenedTab) => Promise<unknown>;
	readonly #leavers = new Map<string, Leaver>();

	/** @param close closes a tab; what it rejects with is of no interest, since the tab may be gone */
	constructor(clock: Clock, close: (tab: OpenedTab) => Promise<unknown>) {
		this.#clock = clock;
		this.#close = close;
	}

	left(clientId: string, memory: ClientMemory): void {
		this.#leavers.get(clientId)?.stopTimer();
		const stopTimer = this.#clock.after(returnMs, () => void this.#clearUp(clientId));
		this.#leavers.set(clientId, { memory, stopTimer });
	}

	/** What is remembered of a client that is back. */
	returned(clientId: string): ClientMemory | undefined {
		const leaver = this.#leavers.get(clientId);
		leaver?.stopTimer();
		this.#leavers.delete(clientId);
		return leaver?.memory;
	}

	/** At the owner's end nobody else would clear up behind a client that is known to leave. Never rejects. */
	async settle(clientId: string, memory: ClientMemory | undefined): Promise<void> {
		if (memory !== undefined) this.left(clientId, memory);
		await this.#clearUp(clientId);
	}

	/** Clients that are not gone for good find the next owner, and bring with them what it has to know. */
	end(): void {
		for (const { stopTimer } of this.#leavers.values()) stopTimer();
		this.#leavers.clear();
	}

	async #clearUp(clientId: string): Promise<void> {
		const memory = this.returned(clientId);
		const tabs = memory?.opened.filter(({ isTemporary }) => isTemporary) ?? [];
		await Promise.allSettled(tabs.map((tab) => this.#close(tab)));
	}
}
