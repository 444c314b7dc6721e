import type { Call } from "./call.ts";

/** What a tab's top document does, from the moment of watching. */
export type NavigationEvent =
	| { readonly kind: "started"; readonly url: string }
	| { readonly kind: "committed"; readonly url: string }
	/** Another address in the same document: a fragment, or the page's own history. */
	| { readonly kind: "moved"; readonly url: string }
	| { readonly kind: "loaded" }
	| { readonly kind: "failed"; readonly url: string; readonly error: string };

const TOP = 0;

export type NavigationEnd = NavigationEvent & { readonly kind: "loaded" | "failed" };

/**
 * Whether an event ends the navigation that the events before it began. What was under way before is given up with an
 * error of its own, and an old page may finish loading at the last moment.
 */
export const isEnd = (event: NavigationEvent, earlier: readonly NavigationEvent[]): event is NavigationEnd =>
	(event.kind === "failed" && earlier.some(({ kind }) => kind === "started")) ||
	(event.kind === "loaded" && earlier.some(({ kind }) => kind === "committed"));

interface Details {
	readonly tabId: number;
	readonly frameId: number;
	readonly url: string;
}

/**
 * Watches one tab until `stop`; events before the watch began are not told. For a tab that is about to be opened it
 * begins with all, until `keep` names the one.
 */
export class NavigationWatch {
	private readonly all: { readonly tabId: number; readonly event: NavigationEvent }[] = [];
	private seen: NavigationEvent[] = [];
	private readonly listeners = new Set<() => void>();
	private readonly undo: (() => void)[] = [];

	constructor(private tabId?: number) {
		const on = <D extends Details>(
			event: chrome.events.Event<(details: D) => void>,
			read: (details: D) => NavigationEvent,
		): void => {
			const listener = (details: D): void => {
				if (details.frameId === TOP) this.tell(details.tabId, read(details));
			};
			event.addListener(listener);
			this.undo.push(() => event.removeListener(listener));
		};
		const { webNavigation: web } = chrome;
		on(web.onBeforeNavigate, ({ url }) => ({ kind: "started", url }));
		on(web.onCommitted, ({ url }) => ({ kind: "committed", url }));
		on(web.onCompleted, () => ({ kind: "loaded" }));
		on(web.onErrorOccurred, ({ url, error }) => ({ kind: "failed", url, error }));
		on(web.onReferenceFragmentUpdated, ({ url }) => ({ kind: "moved", url }));
		on(web.onHistoryStateUpdated, ({ url }) => ({ kind: "moved", url }));
	}

	/** From now on, and for what was seen already, only this tab counts. */
	keep(tabId: number): void {
		this.tabId = tabId;
		this.seen = this.all.filter((one) => one.tabId === tabId).map(({ event }) => event);
	}

	get events(): readonly NavigationEvent[] {
		return this.seen;
	}

	/**
	 * The first event that `wanted` accepts, past ones included, given what came before it; waits for it, at most `ms`
	 * milliseconds.
	 */
	until<E extends NavigationEvent>(
		wanted: (event: NavigationEvent, earlier: readonly NavigationEvent[]) => event is E,
		ms: number,
		call: Call,
	): Promise<E | undefined> {
		let check: () => void = () => undefined;
		const found = new Promise<E>((resolve) => {
			check = () => {
				const event = this.seen.find((one, index): one is E => wanted(one, this.seen.slice(0, index)));
				if (event !== undefined) resolve(event);
			};
			this.listeners.add(check);
			check();
		});
		const none = call.pause(ms).then(() => undefined);
		return Promise.race([call.within(found), none]).finally(() => {
			this.listeners.delete(check);
			none.catch(() => undefined);
		});
	}

	stop(): void {
		for (const undo of this.undo) undo();
	}

	private tell(tabId: number, event: NavigationEvent): void {
		if (this.tabId === undefined) this.all.push({ tabId, event });
		if (this.tabId !== tabId) return;
		this.seen.push(event);
		for (const listener of this.listeners) listener();
	}
}
