import type { ClientState } from "../../catalog/control.ts";
import type { Lease, Leases } from "../profiles/lease.ts";
import { SnapshotMemory } from "./snapshot-memory.ts";

/** A tab that a client opened. */
export interface OpenedTab {
	readonly profileId: string;
	/** Chrome's number. */
	readonly tabId: number;
	/** The client asked that it be closed when it leaves. */
	readonly isTemporary: boolean;
}

/** The oldest are forgotten, and then need `confirm` to be closed. */
const mostOpened = 128;

export const tabKey = (profileId: string, tabId: number): string => `${profileId}:${tabId}`;

/** What the owner remembers of a client from call to call. */
export class ClientMemory {
	/** The browser profile that it used last, for calls that name none. */
	lastProfileId: string | undefined;
	readonly snapshots = new SnapshotMemory();
	#opened: readonly OpenedTab[] = [];

	get opened(): readonly OpenedTab[] {
		return this.#opened;
	}

	hasOpened(profileId: string, tabId: number): boolean {
		return this.#opened.some((tab) => tab.profileId === profileId && tab.tabId === tabId);
	}

	addOpened(tab: OpenedTab): void {
		this.dropOpened(tab.profileId, tab.tabId);
		this.#opened = [...this.#opened, tab].slice(-mostOpened);
	}

	dropOpened(profileId: string, tabId: number): void {
		this.#opened = this.#opened.filter((tab) => tab.profileId !== profileId || tab.tabId !== tabId);
	}
}

/** What is remembered of a client; nothing is, before its first call. */
export const memoryOf = (client: { memory?: ClientMemory }): ClientMemory => {
	client.memory ??= new ClientMemory();
	return client.memory;
};

/** What is remembered of a client, for it to bring to the next owner. */
export const stateOf = (
	{ lastProfileId, opened }: ClientMemory,
	leases: readonly (readonly [string, Lease])[],
): ClientState => ({
	...(lastProfileId === undefined ? {} : { lastProfileId }),
	opened: opened.map(({ profileId, tabId, isTemporary }) => ({
		profileId,
		tabId,
		...(isTemporary ? { temporary: true } : {}),
	})),
	leases: leases.map(([tab, { until, isKept }]) => ({ tab, until, ...(isKept ? { kept: true } : {}) })),
});

/** What a client says that the last owner remembered of it. */
export function memoryFrom({ lastProfileId, opened }: ClientState): ClientMemory {
	const memory = new ClientMemory();
	memory.lastProfileId = lastProfileId;
	for (const { profileId, tabId, temporary } of opened)
		memory.addOpened({ profileId, tabId, isTemporary: temporary === true });
	return memory;
}

export const leasesFrom = ({ leases }: ClientState, holder: string, name: string): Leases =>
	new Map(leases.map(({ tab, until, kept }) => [tab, { holder, name, until, isKept: kept === true }]));
