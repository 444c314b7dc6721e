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
		for (const undo of this.undo) undo();
	}

	private tell(tabId: number, event: NavigationEvent): void {
		if (this.tabId === undefined) this.all.push({ tabId, event });
		if (this.tabId !== tabId) return;
		this.seen.push(event);
		for (const listener of this.listeners) listener();
	}
}
