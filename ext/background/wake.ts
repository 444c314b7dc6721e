import { ensureOffscreen } from "./offscreen-page.ts";

const ALARM = "look after the link";

/** Minutes; a page that Chrome took away is back after that long at the latest. */
const EVERY_MINUTES = 1;

/** Brings the worker back when the browser starts, after an update, and from time to time; then `alsoLook` runs too. */
export function keepWaking(alsoLook: () => void): void {
	const look = (): void => {
		ensureOffscreen().catch((thrown: unknown) => console.error("the offscreen page did not open", thrown));
	};
	chrome.runtime.onInstalled.addListener(look);
	chrome.runtime.onStartup.addListener(look);
	chrome.alarms.onAlarm.addListener(() => {
		look();
		alsoLook();
	});
	chrome.alarms.create(ALARM, { periodInMinutes: EVERY_MINUTES });
	look();
}
