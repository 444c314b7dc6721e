import type { Clock } from "../../wire/transport.ts";
import type { ClientMemory, OpenedTab } from "../tools/client-memory.ts";
import type { Parts } from "./parts.ts";

/** Milliseconds in which a client whose connection broke may be back, as one does that was cut off. */
const returnMs = 5_000;

/** Milliseconds for the tabs of a client that leaves together with the owner to close. */
const clearingMs = 1_000;

/** A client that goes: what it calls itself, by which browsers know what it may touch, and what is remembered of it. */
export interface Leaver {
	readonly name: string;
	readonly memory: ClientMemory;
}

/**
 * Clients whose connection has ended. One that comes back soon finds everything as it left it; of one that does not,
 * the tabs are closed that it asked to have closed.
 */
export class Departures {
	readonly #clock: Clock;
	readonly #close: (tab: OpenedTab, client: string) => Promise<unknown>;
	readonly #leavers = new Map<string, Leaver & { readonly stopTimer: () => void }>();

	/** @param close closes a tab of the client of that name; what it rejects with is of no interest, since the tab may be gone */
	constructor(clock: Clock, close: (tab: OpenedTab, client: string) => Promise<unknown>) {
		this.#clock = clock;
		this.#close = close;
	}

	left(clientId: string, leaver: Leaver): void {
		this.#leavers.get(clientId)?.stopTimer();
		const stopTimer = this.#clock.after(returnMs, () => void this.#clearUp(clientId));
		this.#leavers.set(clientId, { ...leaver, stopTimer });
	}

	/** What is remembered of a client that is back. */
	returned(clientId: string): ClientMemory | undefined {
		return this.#takeBack(clientId)?.memory;
	}

	#takeBack(clientId: string): Leaver | undefined {
		const leaver = this.#leavers.get(clientId);
		leaver?.stopTimer();
		this.#leavers.delete(clientId);
		return leaver;
	}

	/** At the owner's end nobody else would clear up behind a client that is known to leave. Never rejects. */
	async settle(clientId: string, leaver: Leaver | undefined): Promise<void> {
		if (leaver !== undefined) this.left(clientId, leaver);
		await this.#clearUp(clientId);
	}

	/** Clients that are not gone for good find the next owner, and bring with them what it has to know. */
	end(): void {
		for (const { stopTimer } of this.#leavers.values()) stopTimer();
		this.#leavers.clear();
	}

	async #clearUp(clientId: string): Promise<void> {
		const leaver = this.#takeBack(clientId);
		if (leaver === undefined) return;
		const tabs = leaver.memory.opened.filter(({ isTemporary }) => isTemporary);
		await Promise.allSettled(tabs.map((tab) => this.#close(tab, leaver.name)));
	}
}

/** Closes what a client opened for a while that leaves with the owner. A page that asks the person must not hold it up. */
export async function clearUpBehind(
	{ clients, departures, options }: Pick<Parts, "clients" | "departures" | "options">,
	clientId: string,
): Promise<void> {
	const { name, memory } = [...clients].find(({ id }) => id === clientId) ?? {};
	const leaver = name === undefined || memory === undefined ? undefined : { name, memory };
	const { promise: tooLong, resolve } = Promise.withResolvers<void>();
	const stopTimer = options.clock.after(clearingMs, resolve);
	await Promise.race([departures.settle(clientId, leaver), tooLong]);
	stopTimer();
}
