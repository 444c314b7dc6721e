import type { TabInfo } from "../../lib/catalog/tabs.ts";
import { shownAddress } from "../../lib/errors/shown-address.ts";
import { askOffscreen } from "../ask.ts";
import { sharesOf } from "../grant.ts";
import { consent } from "./consent.ts";
import { frontWindow } from "./front-window.ts";
import { currentShares, powerOn } from "./shares.ts";
import { slotsOf } from "./slots.ts";

/** No more news than this, in milliseconds: a page can change its title a thousand times a second. */
const QUIET_MS = 250;

/**
 * The tabs that are shared with a client, or without one with anyone, in the order of windows and tabs. No other tab is
 * ever told of.
 */
export async function sharedTabs(client?: string): Promise<readonly TabInfo[]> {
	const [all, tabs, focused] = await Promise.all([currentShares(), chrome.tabs.query({}), frontWindow()]);
	const shares = client === undefined ? all : sharesOf(all, client);
	const shared = tabs.flatMap((tab) => {
		const power = powerOn(shares, tab);
		return tab.id === undefined || power === undefined ? [] : [{ tab, tabId: tab.id, power }];
	});
	const slots = await slotsOf(shared.map(({ tabId }) => tabId));
	return shared.map(({ tab, tabId, power }) => ({
		tabId,
		slot: slots.get(tabId) ?? 0,
		url: shownAddress(tab.url ?? ""),
		title: tab.title ?? "",
		active: tab.active && tab.windowId === focused,
		windowId: tab.windowId,
		power,
	}));
}

/** Tells the owner of changes: at once after a quiet time, else when the quiet time is over; never twice the same. */
export class TabNews {
	private timer: ReturnType<typeof setTimeout> | undefined;
	private lastAt = 0;
	private lastSent = "";
	private readonly redraw: () => Promise<void>;

	/** `redraw` shows in the browser what may have changed, as often as the owner is told. */
	constructor(redraw: () => Promise<void>) {
		this.redraw = redraw;
	}

	/** Something about tabs or shares may have changed. */
	changed(): void {
		if (this.timer !== undefined) return;
		const wait = Math.max(0, this.lastAt + QUIET_MS - Date.now());
		this.timer = setTimeout(() => this.tell(), wait);
	}

	private async tell(): Promise<void> {
		this.timer = undefined;
		this.lastAt = Date.now();
		await this.redraw();
		const facts = { tabs: await sharedTabs(), consent: await consent() };
		const text = JSON.stringify(facts);
		if (text === this.lastSent) return;
		this.lastSent = text;
		// The offscreen page may be starting; its greeting tells them anyway.
		await askOffscreen("tabs-changed", facts).catch(() => undefined);
	}
}
