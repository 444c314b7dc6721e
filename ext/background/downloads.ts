import type { Started } from "../../lib/catalog/started.ts";
import { shownAddress } from "../../lib/errors/shown-address.ts";
import type { Call } from "./call.ts";
import { Hearing } from "./hearing.ts";

type DownloadStarted = Extract<Started, { kind: "download" }>;

/** Milliseconds for Chrome to list a download that has begun. */
const LISTED_MS = 2_000;

/** Milliseconds that a download is waited for to its end; a longer one is told as it stands. */
const END_MS = 5_000;

const states = {
	in_progress: "in progress",
	complete: "complete",
	interrupted: "interrupted",
} as const;

const nameIn = (path: string): string => path.split(/[\\/]/).at(-1) ?? "";

function told(item: chrome.downloads.DownloadItem, suggested: string): DownloadStarted {
	const bytes = item.totalBytes >= 0 ? item.totalBytes : item.bytesReceived;
	const isWhole = item.state === "complete";
	return {
		kind: "download",
		url: shownAddress(item.finalUrl || item.url),
		name: nameIn(item.filename) || suggested,
		state: states[item.state],
		bytes,
		...(isWhole ? { path: item.filename } : {}),
		...(item.error === undefined ? {} : { error: item.error }),
	};
}

/** The watches of this moment. */
const watches = new Set<DownloadWatch>();

const created = ({ id }: chrome.downloads.DownloadItem): void => {
	for (const watch of watches) watch.tell(id);
};
const changed = (): void => {
	for (const watch of watches) watch.tell();
};

const hearing = new Hearing((verb) => {
	chrome.downloads.onCreated[verb](created);
	chrome.downloads.onChanged[verb](changed);
});

/** Watches the browser's downloads, from the moment of watching until `stop`. */
export class DownloadWatch {
	private readonly ids: number[] = [];
	private readonly listeners = new Set<() => void>();

	constructor() {
		watches.add(this);
		hearing.begin();
	}

	/** One was created, with that id, or one has changed. */
	tell(created?: number): void {
		if (created !== undefined) this.ids.push(created);
		for (const listener of this.listeners) listener();
	}

	/**
	 * The download of an address since the watch began, when it has ended or was waited for long enough; undefined when
	 * none is listed within `ms`.
	 */
	async of(url: string, suggested: string, call: Call, ms = LISTED_MS): Promise<DownloadStarted | undefined> {
		const began = Date.now();
		for (;;) {
			const item = await this.find(url);
			const isDone = item !== undefined && item.state !== "in_progress" && item.filename !== "";
			const left = began + (item === undefined ? ms : END_MS) - Date.now();
			if (isDone || left <= 0) return item && told(item, suggested);
			await this.news(Math.min(left, call.left), call);
		}
	}

	stop(): void {
		if (watches.delete(this)) hearing.end();
	}

	private async find(url: string): Promise<chrome.downloads.DownloadItem | undefined> {
		const items = await Promise.all(this.ids.map((id) => chrome.downloads.search({ id })));
		return items.flat().find((item) => item.url === url || item.finalUrl === url);
	}

	private news(ms: number, call: Call): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.listeners.add(resolve);
		const late = call.pause(ms);
		return Promise.race([promise, late]).finally(() => {
			this.listeners.delete(resolve);
			late.catch(() => undefined);
		});
	}
}
