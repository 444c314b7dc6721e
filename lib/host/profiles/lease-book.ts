import { MonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";
import {
	type Lease,
	type LeaseEvent,
	type Leases,
	leaseAgainst,
	leasesOf,
	nextLeases,
	restoreLeases,
} from "./lease.ts";

/** A client as leases know it; without an id it holds none. */
export interface LeaseClient {
	readonly id?: string;
	readonly name: string;
}

/** The leases of this owner's tabs, as they are now. */
export class LeaseBook {
	readonly #clock: Clock;
	#leases: Leases = new Map();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** @throws MonkError TAB_BUSY when another client has the tab; `place` is how a person would call it */
	require(tab: string, { id }: LeaseClient, place: string): void {
		const now = this.#clock.now();
		const lease = leaseAgainst(this.#leases, tab, id, now);
		if (lease === undefined) return;
		const { name, until, isKept } = lease;
		const end = `${new Date(until).toISOString().slice(0, -5)}Z`;
		const seconds = Math.ceil((until - now) / 1_000);
		throw new MonkError(
			"TAB_BUSY",
			`${place} is ${isKept ? "kept" : "in use"} by ${name} for ${seconds} s more, until ${end} or its next call`,
			{ data: { holder: name, until } },
		);
	}

	note(kind: Exclude<LeaseEvent["kind"], "leaves">, tab: string, { id, name }: LeaseClient): void {
		if (id === undefined) return;
		this.#leases = nextLeases(this.#leases, { kind, tab, client: { id, name }, now: this.#clock.now() });
	}

	/** The client is gone, and its tabs are free. */
	leave(clientId: string): void {
		this.#leases = nextLeases(this.#leases, { kind: "leaves", clientId });
	}

	of(clientId: string): readonly (readonly [string, Lease])[] {
		return leasesOf(this.#leases, clientId, this.#clock.now());
	}

	/** What the client held under the last owner. */
	restore(told: Leases): void {
		this.#leases = restoreLeases(this.#leases, told, this.#clock.now());
	}
}
