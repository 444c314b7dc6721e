import type { LinkStatus } from "../messages.ts";
import { local, session } from "../storage.ts";
import { sharedTabs } from "./tab-list.ts";

/** The word over the toolbar button, for a tab or, with `slot` undefined, for the rest. */
export interface Badge {
	readonly text: string;
	readonly color: string;
}

const calm = "#1a7f4b";
const alarm = "#b3261e";
const waiting = "#6b7280";

const troubles: ReadonlySet<LinkStatus["state"]> = new Set(["refused", "pairing-failed", "not-known"]);

/** A shared tab shows its number, as long as the owner can reach it; trouble shows everywhere. */
export function badgeOf(link: LinkStatus, stopped: boolean, slot: number | undefined): Badge {
	if (stopped) return { text: "■", color: alarm };
	if (troubles.has(link.state)) return { text: "!", color: alarm };
	if (slot === undefined) return { text: "", color: waiting };
	return { text: String(slot), color: link.state === "connected" ? calm : waiting };
}

/** What this life of the worker has drawn, by tab. */
const drawn = new Map<number | undefined, string>();

/** Chrome takes a tab's badge away when the tab shows another document. */
export const forgetBadge = (tabId: number): boolean => drawn.delete(tabId);

async function draw(badge: Badge, tabId?: number): Promise<void> {
	const wanted = `${badge.color} ${badge.text}`;
	if (drawn.get(tabId) === wanted) return;
	drawn.set(tabId, wanted);
	const where = tabId === undefined ? {} : { tabId };
	try {
		await Promise.all([
			chrome.action.setBadgeText({ ...where, text: badge.text }),
			chrome.action.setBadgeBackgroundColor({ ...where, color: badge.color }),
		]);
	} catch (thrown) {
		drawn.delete(tabId);
		throw thrown;
	}
}

/** Draws the badges that are not as they should be. A tab that closes meanwhile is no fault. */
export async function drawBadges(): Promise<void> {
	const [link, stopped, shared, tabs] = await Promise.all([
		session.get("link"),
		local.get("stopped"),
		sharedTabs(),
		chrome.tabs.query({}),
	]);
	const status = link ?? { state: "unpaired" };
	const slots = new Map(shared.map(({ tabId, slot }) => [tabId, slot]));
	const each = tabs.map(({ id }) =>
		id === undefined ? undefined : draw(badgeOf(status, stopped === true, slots.get(id)), id),
	);
	await Promise.allSettled([draw(badgeOf(status, stopped === true, undefined)), ...each]);
}
