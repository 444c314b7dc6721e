/** Which profile and which tab a call means: pure decisions over what is known. */
import type { TabInfo } from "../../catalog/tabs.ts";
import { MonkError } from "../../errors/error.ts";
import { oneLine } from "../../errors/one-line.ts";
import { type ConnectedProfile, isConnected, type Profile } from "./profile.ts";

const list = (profiles: readonly Profile[]): string => profiles.map(({ slug }) => slug).join(", ");

function named(profiles: readonly Profile[], wanted: string): Profile {
	const exact = profiles.find(({ slug, profileId }) => slug === wanted || profileId === wanted);
	if (exact) return exact;
	const candidates = wanted === "" ? [] : profiles.filter(({ slug }) => slug.startsWith(wanted));
	const [only, second] = candidates;
	if (only && !second) return only;
	if (second)
		throw new MonkError("PROFILE_AMBIGUOUS", `"${wanted}" could be any of these profiles: ${list(candidates)}`);
	const known = profiles.length > 0 ? `the profiles are: ${list(profiles)}` : "no profile has connected yet";
	throw new MonkError("PROFILE_NOT_FOUND", `there is no profile "${wanted}"; ${known}`);
}

/**
 * A profile, connected or not, by its whole slug or profileId: for what cannot be taken back.
 *
 * @throws MonkError PROFILE_NOT_FOUND
 */
export function exactProfile(profiles: readonly Profile[], wanted: string): Profile {
	const profile = profiles.find(({ slug, profileId }) => slug === wanted || profileId === wanted);
	if (profile) return profile;
	const known = profiles.length > 0 ? `the profiles are: ${list(profiles)}` : "no profile has connected yet";
	throw new MonkError("PROFILE_NOT_FOUND", `there is no profile "${wanted}"; ${known}`);
}

/** The error that fits when no profile is connected: none ever was, or those that were are offline. */
export function nobodyConnected(profiles: readonly Profile[]): MonkError {
	if (profiles.length === 0) return new MonkError("NO_BROWSER_CONNECTED", "no browser is connected");
	const verb = profiles.length === 1 ? "is" : "are";
	return new MonkError("BROWSER_OFFLINE", `no browser is connected; ${list(profiles)} ${verb} offline`);
}

function unnamed(profiles: readonly Profile[], lastUsed: string | undefined): ConnectedProfile {
	const connected = profiles.filter(isConnected);
	const [only, second] = connected;
	if (!only) throw nobodyConnected(profiles);
	if (!second) return only;
	const last = connected.find(({ profileId }) => profileId === lastUsed);
	if (last) return last;
	throw new MonkError("PROFILE_AMBIGUOUS", `several browser profiles are connected: ${list(connected)}`);
}

/**
 * The profile that a call means: the one named by slug, a unique start of one, or profileId; else the only connected
 * one; else the one that this client used last.
 *
 * @throws MonkError PROFILE_NOT_FOUND, PROFILE_AMBIGUOUS, BROWSER_OFFLINE or NO_BROWSER_CONNECTED
 */
export function resolveProfile(
	profiles: readonly Profile[],
	wanted: string | undefined,
	lastUsed: string | undefined,
): ConnectedProfile {
	if (wanted === undefined) return unnamed(profiles, lastUsed);
	const profile = named(profiles, wanted);
	if (isConnected(profile)) return profile;
	throw new MonkError("BROWSER_OFFLINE", `${profile.slug} is offline`);
}

/** For the end of a line that says that no tab is shared. */
export const lostTabsText = (lostTabs: number | undefined): string =>
	lostTabs === undefined ? "" : ` any more: ${lostTabs} ${lostTabs === 1 ? "was" : "were"} before it reconnected`;

/** Tabs that an error lists with their titles, and characters of each: enough to name one without asking for the list. */
const LISTED = 20;
const LINE = 120;

/** An address may hold a secret behind its question mark, and errors are kept. */
const described = ({ slot, title, url }: TabInfo): string =>
	`${slot} (${oneLine(`${title} — ${url.replace(/[?#].*$/s, "")}`).slice(0, LINE)})`;

function listed(tabs: readonly TabInfo[]): string {
	const lines = tabs.slice(0, LISTED).map(described);
	const more = tabs.length - lines.length;
	return more > 0 ? `${lines.join(", ")} and ${more} more` : lines.join(", ");
}

/** The tab with that number among the profile's shared ones, if it is known. */
export const tabInSlot = (tabs: readonly TabInfo[], slot: number): TabInfo | undefined =>
	tabs.find((tab) => tab.slot === slot);

/**
 * The tab that a call means: the one with that number, else the shared active one, else the only shared one.
 *
 * @throws MonkError TAB_NOT_FOUND, NOT_SHARED (nothing is shared) or TAB_AMBIGUOUS
 */
export function resolveTab(profile: ConnectedProfile, wanted: number | undefined): TabInfo {
	const { tabs, slug } = profile;
	const [only, second] = tabs;
	if (wanted !== undefined) {
		const tab = tabInSlot(tabs, wanted);
		if (tab) return tab;
		const known = only ? `the shared tabs are: ${listed(tabs)}` : "no tab is shared there";
		throw new MonkError("TAB_NOT_FOUND", `${slug} has no shared tab ${wanted}; ${known}`);
	}
	if (!only) throw new MonkError("NOT_SHARED", `no tab of ${slug} is shared${lostTabsText(profile.lostTabs)}`);
	if (!second) return only;
	const active = tabs.filter((tab) => tab.active);
	const [activeOnly, otherActive] = active;
	if (activeOnly && !otherActive) return activeOnly;
	throw new MonkError("TAB_AMBIGUOUS", `${slug} shares several tabs: ${listed(tabs)}`);
}
