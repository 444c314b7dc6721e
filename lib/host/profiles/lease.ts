/**
 * Which client has a tab to itself. Pure: time comes with each event, so that a clock that jumps is only ever a time
 * that was said.
 *
 *   free ─ acts ─▶ working ─ acts ─▶ working (30 s more)
 *     └── keeps ─▶ kept ── any call of its holder ─▶ kept (10 min more)
 *   working, kept ── releases, leaves, or the time is over ─▶ free
 */
export interface Lease {
	/** The client's id. */
	readonly holder: string;
	/** What the client calls itself, for the others to read. */
	readonly name: string;
	/** Milliseconds since the epoch. */
	readonly until: number;
	/** The client asked for it; otherwise it comes from acting and goes soon after. */
	readonly isKept: boolean;
}

/** Leases by tab. */
export type Leases = ReadonlyMap<string, Lease>;

interface At {
	readonly tab: string;
	readonly client: { readonly id: string; readonly name: string };
	/** Milliseconds since the epoch. */
	readonly now: number;
}

export type LeaseEvent =
	| ({ readonly kind: "reads" | "acts" | "keeps" | "releases" } & At)
	| { readonly kind: "leaves"; readonly clientId: string };

/** Milliseconds for which a tab stays with the client that acted in it last. */
export const workMs = 30_000;

/** Milliseconds for which a kept tab waits for its holder's next call: a forgotten agent must not hold it for ever. */
export const keptMs = 600_000;

/** A clock that was set back must not make a lease longer than it ever could be. */
const isLive = ({ until, isKept }: Lease, now: number): boolean =>
	now < until && until - now <= (isKept ? keptMs : workMs);

/** The lease of another client that stands in a client's way; a client without an id holds none itself. */
export function leaseAgainst(
	leases: Leases,
	tab: string,
	clientId: string | undefined,
	now: number,
): Lease | undefined {
	const lease = leases.get(tab);
	return lease !== undefined && lease.holder !== clientId && isLive(lease, now) ? lease : undefined;
}

/** What a client holds now. */
export const leasesOf = (leases: Leases, clientId: string, now: number): readonly (readonly [string, Lease])[] =>
	[...leases].filter(([, lease]) => lease.holder === clientId && isLive(lease, now));

const without = (leases: Leases, goes: (lease: Lease, tab: string) => boolean): Leases =>
	new Map([...leases].filter(([tab, lease]) => !goes(lease, tab)));

function atTab(leases: Leases, { kind, tab, client, now }: Exclude<LeaseEvent, { kind: "leaves" }>): Leases {
	if (leaseAgainst(leases, tab, client.id, now) !== undefined) return leases;
	const own = leases.get(tab);
	const held = own !== undefined && own.holder === client.id && isLive(own, now) ? own : undefined;
	if (kind === "releases") return held === undefined ? leases : without(leases, (_, other) => other === tab);
	const isKept = kind === "keeps" || held?.isKept === true;
	if (kind === "reads" && !isKept) return leases;
	const lease: Lease = { holder: client.id, name: client.name, until: now + (isKept ? keptMs : workMs), isKept };
	// Those that are over go with each change, so that no more stand than tabs are in use.
	return new Map([...without(leases, (other) => !isLive(other, now)), [tab, lease]]);
}

/** The leases after an event. What would take a tab from its holder changes nothing. */
export const nextLeases = (leases: Leases, event: LeaseEvent): Leases =>
	event.kind === "leaves" ? without(leases, ({ holder }) => holder === event.clientId) : atTab(leases, event);

/** Puts back what a client held under the last owner, as far as no other has the tab now. */
export const restoreLeases = (leases: Leases, told: Leases, now: number): Leases =>
	new Map([...[...told].filter(([, lease]) => isLive(lease, now)), ...without(leases, (lease) => !isLive(lease, now))]);
