import { session } from "../storage.ts";

const NONE = -1;

/** A window was brought to the front. Where no screen is, Chrome gives no window the focus and tells nobody. */
export const keepFrontWindow = (windowId: number): Promise<void> => session.set("frontWindow", windowId);

/** The person went to another window, or one opened: from now on Chrome knows best. */
export async function forgetFrontWindow(): Promise<void> {
	if ((await session.get("frontWindow")) !== undefined) await session.set("frontWindow", NONE);
}

/** The window in front, or the last that was; undefined when there is none. */
export async function frontWindow(): Promise<number | undefined> {
	const kept = await session.get("frontWindow");
	if (kept !== undefined && kept !== NONE) return kept;
	return (await chrome.windows.getLastFocused().catch(() => undefined))?.id;
}
