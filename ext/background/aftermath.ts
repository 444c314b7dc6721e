import type { Started } from "../../lib/catalog/started.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { shownAddress } from "../../lib/errors/shown-address.ts";
import type { Call } from "./call.ts";
import { type Activity, unfinished } from "./debugger/activity.ts";
import type { ActivityWatch } from "./debugger/activity-watch.ts";
import type { Attachment } from "./debugger/attachment.ts";
import { settle } from "./debugger/settling.ts";
import { DownloadWatch } from "./downloads.ts";
import { readyFrames } from "./frames.ts";
import { statusOf } from "./http-status.ts";
import { NavigationWatch } from "./navigation.ts";
import { type NavigationState, stateAfter } from "./navigation-state.ts";
import { keepOnTheWay, onTheWayIn, type TabBefore } from "./on-the-way.ts";
import { openedTabs } from "./opened-tabs.ts";
import { ParsedTabs } from "./parsed-tabs.ts";

/** Milliseconds in which a navigation shows itself where no debugger tells of it. */
const START_MS = 80;

/** Milliseconds for Chrome to begin a navigation that the page has asked for. */
const BEGIN_MS = 2_000;

/** Milliseconds for a navigation to begin that Chrome itself was told to make. */
const LED_MS = 10_000;

/** Milliseconds that a page is waited for once it has begun to come; after that it may be read while it loads. */
const LOAD_MS = 8_000;

/** Milliseconds that a page which has come is waited for until it has its scripts, data and frames; pictures have less. */
const PARTS_MS = 2_000;
const PICTURES_MS = 1_000;

/** Milliseconds at most for what a page that has loaded still requests. */
const AFTER_LOAD_MS = 1_000;

/** Milliseconds in which a download shows itself when a navigation came to nothing. */
const DOWNLOAD_MS = 500;

/** Milliseconds for the server's answer to a download that a link asked for. */
const ASKED_DOWNLOAD_MS = 5_000;

/** Documents that a tab may be led on to, one by the other, before it is told where it is. */
const HOPS = 10;

/** Left of the call's time when waiting ends, so that there is time to answer. */
const ANSWER_MS = 250;

/** The debugger's view of the tab, where it is there. */
export interface Sight {
	readonly attachment: Attachment;
	readonly watch: ActivityWatch;
}

/** Parts of a page without which it was told that are named. */
const TOLD = 5;

/** The document can be used. */
const isThere = (state: NavigationState): boolean =>
	state.kind === "loaded" || (state.kind === "loading" && state.parsed === true);

const isUnderWay = ({ kind }: NavigationState): boolean => kind === "waiting" || kind === "loading";

/**
 * What an act sets going in a tab and beside it, watched from before the act: the one place where it is awaited. Known
 * from events: without the debugger those of the browser, with it the page's own too.
 */
export class Aftermath {
	private readonly navigation: NavigationWatch;
	private readonly downloads = new DownloadWatch();
	private readonly parsed = new ParsedTabs();
	private readonly before: readonly string[];
	private readonly told = new Set<Started>();
	/** How the server answered the document that was there after so many events. */
	private answered: { readonly seen: number; readonly status: number | undefined } | undefined;

	/** `tab` as it was before the act; `navigation` where its watch has begun already. */
	constructor(
		private readonly tab: TabBefore,
		private readonly call: Call,
		navigation = new NavigationWatch(tab.id),
	) {
		this.navigation = navigation;
		this.before = onTheWayIn(tab);
	}

	/**
	 * Waits for it and tells it. A dialog ends the waiting, since nothing else happens while it is open. `isLed`: Chrome
	 * itself was told to lead the tab elsewhere, which is then sure to come.
	 */
	async outcome(sight: Sight | undefined, settleMs: number, isLed = false): Promise<readonly Started[]> {
		const work = this.collect(sight, settleMs, isLed);
		try {
			await (sight === undefined ? work : sight.attachment.unlessDialog(work));
		} catch (thrown) {
			const dialog = sight?.attachment.dialog;
			if (dialog === undefined || !isDialogError(thrown)) throw thrown;
			await this.tellNavigation(false);
			this.told.add({ kind: "dialog", ...dialog });
		}
		return [...this.told];
	}

	stop(): void {
		this.navigation.stop();
		this.downloads.stop();
		this.parsed.stop();
		keepOnTheWay(this.tab.id, this.now());
	}

	private now(): NavigationState {
		return stateAfter(this.navigation.events, this.before);
	}

	private get left(): number {
		return Math.max(0, this.call.left - ANSWER_MS);
	}

	private async collect(sight: Sight | undefined, settleMs: number, isLed: boolean): Promise<void> {
		if (isLed) await this.until((state) => state.kind !== "still", Math.min(LED_MS, this.left));
		else if (sight === undefined) await this.until((state) => state.kind !== "still", START_MS);
		else await settle(sight.attachment, sight.watch, this.call);
		if (settleMs > 0) await this.call.pause(settleMs);
		await this.arrive(sight);
		for (const tab of await openedTabs(this.call, this.parsed, sight?.watch.state.windows ?? 0)) this.told.add(tab);
		if (sight !== undefined) await this.downloadsBegun(sight);
		await this.tellDownloads(sight?.watch.state);
		await this.tellNavigation(true, sight?.watch.state);
		const { chooser } = sight?.watch.state ?? {};
		if (chooser !== undefined) this.told.add({ kind: "file chooser", several: chooser.several });
	}

	/** Waits until the tab has come to where it is led, and is led no further. */
	private async arrive(sight: Sight | undefined): Promise<void> {
		let seen = 0;
		for (let hop = 0; hop < HOPS; hop++) {
			if (sight?.watch.state.leavingFor !== undefined) {
				const known = seen;
				await this.until(() => this.navigation.events.length > known, Math.min(BEGIN_MS, this.left));
				sight.watch.leftFor();
			}
			if (!isUnderWay(this.now())) return;
			await this.until((state) => state.kind !== "waiting", this.left);
			if (this.now().kind === "waiting") return;
			await this.until((state) => state.kind !== "loading" || state.parsed === true, Math.min(LOAD_MS, this.left));
			await this.complete(sight);
			// Led on while it loaded.
			if (this.now().kind === "waiting") continue;
			if (!isThere(this.now()) || sight === undefined) return;
			seen = this.navigation.events.length;
			// The content script tells when the new document is done.
			await readyFrames(this.tab.id, this.call).catch(() => this.call.check());
			const [status] = await Promise.all([
				statusOf(this.tab.id, this.call),
				settle(sight.attachment, sight.watch, this.call, AFTER_LOAD_MS),
			]);
			this.answered = { seen, status };
			if (isThere(this.now()) && sight.watch.state.leavingFor === undefined) return;
		}
	}

	/** Waits for what a page that has come refers to; a part that never comes keeps nobody from using the rest. */
	private async complete(sight: Sight | undefined): Promise<void> {
		const since = Date.now();
		const isOver = (): boolean => this.now().kind !== "loading";
		await this.until(isOver, Math.min(sight === undefined ? PARTS_MS : PICTURES_MS, this.left));
		while (sight !== undefined && !isOver() && sight.watch.state.requests.size > 0) {
			const ms = Math.min(since + PARTS_MS - Date.now(), this.left);
			if (ms <= 0) return;
			await Promise.race([sight.watch.news(ms, this.call), this.until(isOver, ms)]);
		}
	}

	/** Of the document that is there now: known already, unless the tab was led on since it was asked. */
	private async status(): Promise<number | undefined> {
		const { seen, status } = this.answered ?? {};
		return seen === this.navigation.events.length ? status : statusOf(this.tab.id, this.call);
	}

	private async tellNavigation(isPageFree: boolean, activity?: Activity): Promise<void> {
		const state = this.now();
		if (state.kind === "still") return;
		if (state.kind === "moved") {
			this.told.add({ kind: "route", url: shownAddress(state.url) });
			return;
		}
		if (state.kind === "failed") {
			const isDownload = [...this.told].some(({ kind }) => kind === "download");
			const url = shownAddress(state.url);
			if (!isDownload) this.told.add({ kind: "navigation", state: "failed", url, error: state.error });
			return;
		}
		const awaited = activity === undefined ? [] : unfinished(activity);
		const hasCome = state.kind !== "waiting";
		const status = hasCome && isPageFree ? await this.status() : undefined;
		this.told.add({
			kind: "navigation",
			url: shownAddress(state.url),
			state: state.kind,
			...(status === undefined ? {} : { status }),
			...(state.kind !== "loading" || awaited.length === 0 ? {} : { awaited: awaited.slice(0, TOLD) }),
		});
	}

	/** Chrome tells of a download when its server has answered. */
	private async downloadsBegun({ watch }: Sight): Promise<void> {
		const until = Date.now() + Math.min(ASKED_DOWNLOAD_MS, this.left);
		while (watch.state.isDownloadAsked && watch.state.downloads.length === 0 && Date.now() < until)
			await watch.news(Math.max(1, until - Date.now()), this.call);
	}

	private async tellDownloads(activity: Activity | undefined): Promise<void> {
		const state = this.now();
		const isAborted = state.kind === "failed" && state.error === "net::ERR_ABORTED";
		const known = activity?.downloads ?? [];
		const wanted = known.length === 0 && isAborted ? [{ url: state.url, name: "" }] : known;
		const ms = known.length === 0 ? DOWNLOAD_MS : undefined;
		for (const { url, name } of wanted) {
			const download = await this.downloads.of(url, name, this.call, ms);
			if (download !== undefined) this.told.add(download);
		}
	}

	private until(isSo: (state: NavigationState) => boolean, ms: number): Promise<void> {
		return this.navigation.when(() => isSo(this.now()), ms, this.call);
	}
}

const isDialogError = (thrown: unknown): boolean => thrown instanceof MonkError && thrown.code === "DIALOG_OPEN";
