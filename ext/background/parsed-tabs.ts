import { Hearing } from "./hearing.ts";

const TOP = 0;

interface Details {
	readonly tabId: number;
	readonly frameId: number;
	readonly url: string;
}

/** The watches of this moment. */
const watches = new Set<ParsedTabs>();

const come = ({ tabId, frameId, url }: Details): void => {
	if (frameId === TOP && url !== "about:blank") for (const watch of watches) watch.tabs.add(tabId);
};

const left = ({ tabId, frameId }: Details): void => {
	if (frameId === TOP) for (const watch of watches) watch.tabs.delete(tabId);
};

const hearing = new Hearing((verb) => {
	chrome.webNavigation.onDOMContentLoaded[verb](come);
	chrome.webNavigation.onCommitted[verb](left);
});

/** The tabs whose document has come since the watch began: it can be used, whatever it still refers to. */
export class ParsedTabs {
	readonly tabs = new Set<number>();

	constructor() {
		watches.add(this);
		hearing.begin();
	}

	has(tabId: number): boolean {
		return this.tabs.has(tabId);
	}

	stop(): void {
		if (watches.delete(this)) hearing.end();
	}
}
