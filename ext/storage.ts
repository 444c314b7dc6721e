import type { Grant } from "./grant.ts";
import type { LinkStatus, Settings } from "./messages.ts";

/** What outlives the browser. Neither area can be read by a content script: see `closeToPages`. */
export interface LocalItems {
	/** 16 random bytes, lower-case hex: who we are to an owner. */
	instanceId: string;
	/** 32 bytes, lower-case hex: shared with the owner at pairing. */
	key: string;
	/** UUID: who this Chrome profile is. */
	profileId: string;
	settings: Settings;
	/** As the owner assigned it; announced again in every hello. */
	slug: string;
	grants: readonly Grant[];
	/** Host names of sites on which the person lets nobody read or act. */
	never: readonly string[];
	/** Clients may open tabs although no tab is shared to act. */
	newTabs: boolean;
	/** How many of the shares end with the browser. */
	shortShares: number;
	/** "Stop everything" holds: until the person resumes, through restarts of the browser and of the extension. */
	stopped: boolean;
	/** The build in our own folder for which we reloaded last. */
	reloadedFor: string;
}

/** What ends with the browser but must outlive the service worker. */
export interface SessionItems {
	grants: readonly Grant[];
	slots: SlotTable;
	refs: Readonly<Record<string, RefTable>>;
	link: LinkStatus;
	/** What the clients that are connected to the owner call themselves, as it told last. */
	clients: readonly string[];
	/** How many shares ended when this run of the browser or of the extension began. */
	lostShares: number;
	/** Tabs whose debugger the person took away. */
	stoppedTabs: readonly number[];
	/** The window that was brought to the front last, unless Chrome knows better; -1 when it does. */
	frontWindow: number;
	/** The pair.json beside us was looked for in this run of the browser. */
	pairFileRead: boolean;
}

export interface SlotTable {
	readonly next: number;
	/** Tab id → slot. */
	readonly byTab: Readonly<Record<string, number>>;
}

/** What is known of a tab's refs: no number is ever handed out twice while the tab lives. */
export interface RefTable {
	/** The least number that the tab's next top document may use. */
	readonly floor: number;
	readonly nextFrame: number;
	/** Document id → frame number F of its refs `f<F>e<N>`; a new document in the same frame gets a new one. */
	readonly frames: Readonly<Record<string, number>>;
}

/** What is known of each area's items by now: reading one from Chrome takes as long as a small act. */
const known = new WeakMap<object, Map<string, unknown>>();

function knownOf(area: object): Map<string, unknown> {
	const items = known.get(area) ?? new Map<string, unknown>();
	known.set(area, items);
	return items;
}

/**
 * The one door to `chrome.storage`. Changes to one item run one after the other; the worker is the only writer, so what
 * it has read or written once it need not read again.
 */
export class Store<Items extends object> {
	private readonly tails = new Map<keyof Items, Promise<unknown>>();
	private readonly area: "local" | "session";

	constructor(area: "local" | "session") {
		this.area = area;
	}

	async get<K extends keyof Items & string>(name: K): Promise<Items[K] | undefined> {
		const area = chrome.storage[this.area];
		const items = knownOf(area);
		if (!items.has(name)) {
			const found: Partial<Items> = await area.get(name);
			// What was written meanwhile is newer.
			if (!items.has(name)) items.set(name, found[name]);
		}
		return items.get(name) as Items[K] | undefined;
	}

	async set<K extends keyof Items & string>(name: K, value: Items[K]): Promise<void> {
		await this.update(name, () => value);
	}

	/** Reads, changes and writes one item with no other change of it in between; returns what was written. */
	update<K extends keyof Items & string>(
		name: K,
		change: (value: Items[K] | undefined) => Items[K],
	): Promise<Items[K]> {
		const done = (this.tails.get(name) ?? Promise.resolve()).then(() => this.write(name, change));
		this.tails.set(
			name,
			done.catch(() => undefined),
		);
		return done;
	}

	private async write<K extends keyof Items & string>(
		name: K,
		change: (value: Items[K] | undefined) => Items[K],
	): Promise<Items[K]> {
		const before = await this.get(name);
		const after = change(before);
		if (after === before) return after;
		const area = chrome.storage[this.area];
		const items = knownOf(area);
		// Chrome tells listeners of the change before it tells us, and they read here.
		items.set(name, after);
		await area.set({ [name]: after }).catch((thrown: unknown) => {
			items.set(name, before);
			throw thrown;
		});
		return after;
	}
}

export const local = new Store<LocalItems>("local");
export const session = new Store<SessionItems>("session");

/** Shuts both areas to content scripts; `local` is open to them otherwise. */
export async function closeToPages(): Promise<void> {
	const closed = { accessLevel: "TRUSTED_CONTEXTS" } as const;
	await Promise.all([chrome.storage.local.setAccessLevel(closed), chrome.storage.session.setAccessLevel(closed)]);
}
