import type { Call } from "./call.ts";
import { Hearing } from "./hearing.ts";

/** What a tab's top document does, from the moment of watching. */
export type NavigationEvent =
	| { readonly kind: "started"; readonly url: string }
	| { readonly kind: "committed"; readonly url: string }
	/** Another address in the same document: a fragment, or the page's own history. */
	| { readonly kind: "moved"; readonly url: string }
	/** All of the document itself has come; what it refers to may not have. */
	| { readonly kind: "parsed" }
	| { readonly kind: "loaded" }
	| { readonly kind: "failed"; readonly url: string; readonly error: string };

const TOP = 0;

interface Details {
	readonly tabId: number;
	readonly frameId: number;
	readonly url: string;
}

/** The watches of this moment. */
const watches = new Set<NavigationWatch>();

const hear =
	<D extends Details>(read: (details: D) => NavigationEvent) =>
	(details: D): void => {
		if (details.frameId === TOP) for (const watch of watches) watch.tell(details.tabId, read(details));
	};

const started = hear(({ url }) => ({ kind: "started", url }));
const committed = hear(({ url }) => ({ kind: "committed", url }));
const parsed = hear(() => ({ kind: "parsed" }));
const loaded = hear(() => ({ kind: "loaded" }));
const failed = hear<Details & { readonly error: string }>(({ url, error }) => ({ kind: "failed", url, error }));
const moved = hear(({ url }) => ({ kind: "moved", url }));

const hearing = new Hearing((verb) => {
	const { webNavigation: web } = chrome;
	web.onBeforeNavigate[verb](started);
	web.onCommitted[verb](committed);
	web.onDOMContentLoaded[verb](parsed);
	web.onCompleted[verb](loaded);
	web.onErrorOccurred[verb](failed);
	web.onReferenceFragmentUpdated[verb](moved);
	web.onHistoryStateUpdated[verb](moved);
});

/**
 * Watches one tab until `stop`; events before the watch began are not told. For a tab that is about to be opened it
 * begins with all, until `keep` names the one.
 */
export class NavigationWatch {
	private readonly all: { readonly tabId: number; readonly event: NavigationEvent }[] = [];
	private seen: NavigationEvent[] = [];
	private readonly listeners = new Set<() => void>();

	constructor(private tabId?: number) {
		watches.add(this);
		hearing.begin();
	}

	/** From now on, and for what was seen already, only this tab counts. */
	keep(tabId: number): void {
		this.tabId = tabId;
		this.seen = this.all.filter((one) => one.tabId === tabId).map(({ event }) => event);
	}

	get events(): readonly NavigationEvent[] {
		return this.seen;
	}

	/** Resolves when `isSo` holds, looked at now and after each event, or after `ms`. */
	async when(isSo: () => boolean, ms: number, call: Call): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const check = (): void => {
			if (isSo()) resolve();
		};
		this.listeners.add(check);
		check();
		const late = call.pause(ms);
		await Promise.race([promise, late]).finally(() => {
			this.listeners.delete(check);
			late.catch(() => undefined);
		});
	}

	stop(): void {
		if (watches.delete(this)) hearing.end();
	}

	/** What a tab's top document did. */
	tell(tabId: number, event: NavigationEvent): void {
		if (this.tabId === undefined) this.all.push({ tabId, event });
		if (this.tabId !== tabId) return;
		this.seen.push(event);
		for (const listener of this.listeners) listener();
	}
}
