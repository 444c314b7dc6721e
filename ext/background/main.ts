/**
 * The service worker: tabs, shares, slots, the debugger and the tools. It may die on any line, so whatever must last
 * is in `storage`; and every listener is registered in its first turn, or Chrome would not wake it for the event.
 */
import type { LinkStatus } from "../messages.ts";
import { closeToPages } from "../storage.ts";
import { drawBadges } from "./badge.ts";
import { Debugging } from "./debugger/debugging.ts";
import { Executor } from "./executor.ts";
import { Expiry } from "./expiry.ts";
import { openInbox } from "./inbox.ts";
import { followPower } from "./lost-power.ts";
import { offscreenAnswerer } from "./offscreen-requests.ts";
import { popupHandlers } from "./popup-requests.ts";
import { acceptPorts } from "./port.ts";
import { RunningCalls } from "./running-calls.ts";
import { stopEverything, stopTab } from "./stops.ts";
import { followTabs } from "./tab-events.ts";
import { TabNews } from "./tab-list.ts";
import { lookForUpgrade } from "./upgrade.ts";
import { keepWaking } from "./wake.ts";

const running = new RunningCalls();
const news = new TabNews(drawBadges);
const changed = (): void => news.changed();

const debugging = new Debugging(async (tabId) => {
	await stopTab(tabId, running);
	changed();
});

const upgrade = (): void => {
	lookForUpgrade(running).catch((thrown: unknown) =>
		console.error("the extension could not look at its folder", thrown),
	);
};

/** Another owner, or one that refuses us, may have come with another extension. */
const onLink = ({ state }: LinkStatus): void => {
	if (state === "connected" || state === "refused") upgrade();
};
const offscreen = offscreenAnswerer(new Executor(running, { debugging }), onLink);

/** The person's one brake: calls in flight end, and the debugger leaves every tab. */
const brake = async (): Promise<void> => {
	await stopEverything(running);
	debugging.releaseAll();
};

openInbox({ popup: popupHandlers(brake, changed), offscreen });
acceptPorts(offscreen);
followTabs(running, changed);
followPower(running, debugging);
new Expiry(changed).follow();
chrome.commands.onCommand.addListener(async (command) => {
	if (command !== "stop-everything") return;
	await brake();
	changed();
});
closeToPages();
keepWaking(upgrade);
