import type { Consent } from "../../catalog/consent.ts";
import { type Hello, type HelloAck, PROTOCOL_VERSION } from "../../catalog/session.ts";
import type { TabInfo } from "../../catalog/tabs.ts";
import type { PeerProfile, PeerRecord } from "../stores/peers.ts";
import { type ConnectedProfile, isConnected, type OfflineProfile, type Profile, type ProfileLink } from "./profile.ts";
import { nameProfile } from "./slug.ts";

/** Profiles that may be connected at once, and records that are remembered beside them. */
export const maxProfiles = 32;

const offline = (instanceId: string, profile: PeerProfile): OfflineProfile => ({
	...profile,
	instanceId,
	state: "offline",
});

/** Single tabs are not shared again after a browser's restart, which an agent that worked in them should hear. */
function lostTabs(before: Profile | undefined, tabs: readonly TabInfo[]): Pick<ConnectedProfile, "lostTabs"> {
	const had = before && (isConnected(before) ? before.tabs.length : before.hadTabs);
	return tabs.length === 0 && had ? { lostTabs: had } : {};
}

/**
 * Every browser profile that is or was connected. A profile is known by its profileId; a reconnect replaces its own
 * old link and nothing else.
 */
export class ProfileRegistry {
	readonly #profiles = new Map<string, Profile>();
	readonly #serverVersion: string;
	/** Slugs promised in a greeting whose session is not ready yet, by instance. */
	readonly #promised = new Map<string, string>();
	#onChange: readonly (() => void)[] = [];

	constructor(serverVersion: string, peers: readonly PeerRecord[]) {
		this.#serverVersion = serverVersion;
		for (const peer of peers)
			if (peer.kind === "monk" && peer.profile)
				this.#profiles.set(peer.profile.profileId, offline(peer.instanceId, peer.profile));
	}

	get all(): readonly Profile[] {
		return [...this.#profiles.values()];
	}

	get(profileId: string): Profile | undefined {
		return this.#profiles.get(profileId);
	}

	/** The connected profile of an extension's instance. */
	connectedAs(instanceId: string): ConnectedProfile | undefined {
		return this.all.filter(isConnected).find((profile) => profile.instanceId === instanceId);
	}

	/** Called after every arrival, departure and change of tabs; the returned function stops it. */
	onChange(listener: () => void): () => void {
		this.#onChange = [...this.#onChange, listener];
		return () => {
			this.#onChange = this.#onChange.filter((other) => other !== listener);
		};
	}

	/**
	 * Decides over a hello from an authenticated extension. The slug that it is given is kept for it.
	 *
	 * @param boundTo the profile that was bound to the extension's key when it was first used
	 * @param enrolledNow a person typed the code just now, so the extension may take over a profile's identity
	 */
	greet(hello: Hello, instanceId: string, boundTo: string | undefined, enrolledNow: boolean): HelloAck {
		const reason = this.#objection(hello, instanceId, boundTo, enrolledNow);
		const both = { protocol: PROTOCOL_VERSION, serverVersion: this.#serverVersion };
		if (reason !== undefined) return { ok: false, ...both, reason };
		const { label, slug } = nameProfile(hello.label, hello.slug, this.#slugsBeside(hello.profileId, instanceId));
		this.#promised.set(instanceId, slug);
		return { ok: true, ...both, assignedLabel: label, assignedSlug: slug };
	}

	#objection(hello: Hello, instanceId: string, boundTo: string | undefined, enrolledNow: boolean): string | undefined {
		if (boundTo !== undefined && boundTo !== hello.profileId && !enrolledNow)
			return "this key belongs to another browser profile; pair again";
		const holder = this.#profiles.get(hello.profileId);
		// A key that was never used is fresh from the person's own hands, like one enrolled this moment.
		if (holder && holder.instanceId !== instanceId && boundTo !== undefined && !enrolledNow)
			return "another browser holds this profile's name; pair again";
		if (!holder || !isConnected(holder))
			if (this.all.filter(isConnected).length >= maxProfiles)
				return `${maxProfiles} browser profiles are connected, which is the most`;
		return undefined;
	}

	#slugsBeside(profileId: string, instanceId: string): ReadonlySet<string> {
		const known = this.all.filter((profile) => profile.profileId !== profileId).map(({ slug }) => slug);
		const promised = [...this.#promised].filter(([holder]) => holder !== instanceId).map(([, slug]) => slug);
		return new Set([...known, ...promised]);
	}

	/** Takes a profile's ready link in; its own older one is closed. */
	connect(profile: Omit<ConnectedProfile, "state">): void {
		const before = this.#profiles.get(profile.profileId);
		this.#promised.delete(profile.instanceId);
		this.#profiles.set(profile.profileId, { ...profile, ...lostTabs(before, profile.tabs), state: "connected" });
		if (before && isConnected(before)) before.link.close("replaced");
		this.#forgetOldest();
		this.#changed();
	}

	/** Marks a profile offline, unless another link has replaced this one meanwhile. */
	disconnect(profileId: string, link: ProfileLink, now: number): void {
		const profile = this.#profiles.get(profileId);
		if (!profile || !isConnected(profile) || profile.link !== link) return;
		const { link: _, tabs, consent: _consent, lostTabs = 0, ...known } = profile;
		const hadTabs = tabs.length || lostTabs;
		this.#profiles.set(profileId, { ...known, state: "offline", lastSeen: now, hadTabs });
		this.#changed();
	}

	/** Drops a profile's record and its connection. */
	forget(profileId: string): void {
		const profile = this.#profiles.get(profileId);
		if (!profile) return;
		this.#profiles.delete(profileId);
		if (isConnected(profile)) profile.link.close("forgotten");
		this.#changed();
	}

	setTabs(profileId: string, link: ProfileLink, tabs: readonly TabInfo[]): void {
		const profile = this.#profiles.get(profileId);
		if (!profile || !isConnected(profile) || profile.link !== link) return;
		const { lostTabs = 0, ...known } = profile;
		this.#profiles.set(profileId, { ...known, tabs, ...(tabs.length === 0 && lostTabs > 0 ? { lostTabs } : {}) });
		this.#changed();
	}

	setConsent(profileId: string, link: ProfileLink, consent: Consent): void {
		const profile = this.#profiles.get(profileId);
		if (!profile || !isConnected(profile) || profile.link !== link) return;
		this.#profiles.set(profileId, { ...profile, consent });
		this.#changed();
	}

	/** Records of profiles that are long gone would otherwise grow without end. */
	#forgetOldest(): void {
		const gone = this.all.filter((profile) => profile.state === "offline");
		const surplus = this.#profiles.size - maxProfiles;
		if (surplus <= 0) return;
		for (const { profileId } of gone.toSorted((a, b) => a.lastSeen - b.lastSeen).slice(0, surplus))
			this.#profiles.delete(profileId);
	}

	#changed(): void {
		for (const listener of this.#onChange) listener();
	}
}
