import type { LinkRequest, LinkResult } from "../../catalog/catalog.ts";
import type { Consent } from "../../catalog/consent.ts";
import type { TabInfo } from "../../catalog/tabs.ts";
import type { RequestOptions } from "../../wire/peer.ts";

/** What a connected extension can be asked. */
export interface ProfileLink {
	/** Sends a request and gives its checked result; rejects with a MonkError. */
	request<M extends LinkRequest>(
		method: M,
		params: Readonly<Record<string, unknown>>,
		options: RequestOptions,
	): Promise<LinkResult<M>>;
	close(reason: string): void;
}

interface KnownProfile {
	readonly profileId: string;
	readonly instanceId: string;
	readonly label: string;
	readonly slug: string;
	readonly extVersion: string;
}

/** A browser profile that has said hello once. Its record stays when it goes, so that we can say it is offline. */
export type Profile = ConnectedProfile | OfflineProfile;

export interface ConnectedProfile extends KnownProfile {
	readonly state: "connected";
	readonly link: ProfileLink;
	/** Shared tabs only, as the extension last told. */
	readonly tabs: readonly TabInfo[];
	/** What the person decided there, once the extension has told. */
	readonly consent?: Consent;
	/** Tabs that were shared when its last link ended, when none was as this one began; until one is shared again. */
	readonly lostTabs?: number;
}

export interface OfflineProfile extends KnownProfile {
	readonly state: "offline";
	/** Milliseconds since the epoch. */
	readonly lastSeen: number;
	/** Tabs that were shared when it went, if this owner saw it go. */
	readonly hadTabs?: number;
}

export const isConnected = (profile: Profile): profile is ConnectedProfile => profile.state === "connected";
