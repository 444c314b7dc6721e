import { type LinkRequest, type LinkResult, linkMessages } from "../../catalog/catalog.ts";
import type { Consent } from "../../catalog/consent.ts";
import type { ParamsOf } from "../../catalog/define.ts";
import { rulesOf } from "../../catalog/rules.ts";
import { type Hello, type HelloAck, sessionMessages } from "../../catalog/session.ts";
import type { tabMessages } from "../../catalog/tabs.ts";
import { MonkError } from "../../errors/error.ts";
import { isGuess } from "../../session/audit.ts";
import { type Enrolment, type PeerId, type ReadySession, runOwnerSession } from "../../session/owner-session.ts";
import { frames } from "../../wire/frames.ts";
import { limits } from "../../wire/limits.ts";
import { Peer, type PeerFault, type RequestOptions } from "../../wire/peer.ts";
import type { Clock, Random, Transport } from "../../wire/transport.ts";
import type { AuditEvent } from "../audit.ts";
import type { ConnectedProfile, ProfileLink } from "../profiles/profile.ts";
import type { ProfileRegistry } from "../profiles/registry.ts";
import type { PeerStore } from "../stores/peers.ts";

/** What a link's connection needs of the owner. */
export interface LinkHost {
	readonly version: string;
	readonly clock: Clock;
	readonly random: Random;
	readonly registry: ProfileRegistry;
	readonly peers: PeerStore;
	/** Who is connected to the owner: a person may share with one of them alone. */
	readonly clients: { readonly names: readonly string[]; onChange(listener: () => void): () => void };
	readonly enrolment: Enrolment;
	audit(event: AuditEvent): void;
	onFault(fault: PeerFault): void;
	/** An extension of the 0.2 line called. */
	onLegacy(extension: { readonly label?: string; readonly extVersion: string }): void;
	onJoined(profile: ConnectedProfile, enrolledNow: boolean): void;
	/** The session ended before it was ready; `wasGuess`: a proof was tried and was wrong. */
	onFailed(wasGuess: boolean): void;
	/** Whether it is the owner that leaves, and not the browsers. */
	isEnding(): boolean;
}

/** Every profile's peer, for the orderly end. */
export type OpenPeers = Set<Peer>;

const rules = rulesOf({ ...sessionMessages, ...linkMessages });

const boundProfile = (host: LinkHost, who: PeerId): string | undefined => {
	const record = host.peers.find(who);
	return record?.kind === "monk" ? record.profile?.profileId : undefined;
};

async function greet(host: LinkHost, hello: Hello, who: PeerId, enrolledNow: boolean): Promise<HelloAck> {
	if (who.kind === "scriptcat") throw new MonkError("INVALID_REQUEST", "ScriptCat does not say hello");
	return host.registry.greet(hello, who.instanceId, boundProfile(host, who), enrolledNow);
}

const profileLink = (peer: Peer): ProfileLink => ({
	// The peer has held the result against the catalogue's shape for the method.
	request: <M extends LinkRequest>(method: M, params: Readonly<Record<string, unknown>>, options: RequestOptions) =>
		peer.request(method, params, options) as Promise<LinkResult<M>>,
	close: (reason) => peer.close(1000, reason),
});

type TabsChanged = ParamsOf<(typeof tabMessages)["tabs_changed"]>;

function profileOf({ hello, ack, who }: ReadySession, link: ProfileLink): ConnectedProfile | undefined {
	if (hello === undefined || ack?.ok !== true || who.kind !== "monk") return undefined;
	const { profileId, extVersion, tabs } = hello;
	const { assignedLabel: label, assignedSlug: slug } = ack;
	return { state: "connected", profileId, instanceId: who.instanceId, label, slug, extVersion, link, tabs };
}

/** A browser that an ending owner leaves behind stays marked, so that the next owner expects it. */
function remember(host: LinkHost, profile: ConnectedProfile, isHere: boolean): void {
	const { instanceId, profileId, label, slug, extVersion } = profile;
	const known = { profileId, label, slug, extVersion, lastSeen: host.clock.now() };
	const connected = isHere || host.isEnding();
	host.peers.bind(instanceId, connected ? { ...known, connected } : known).catch(() => undefined);
}

/** Tells the browser what the clients call themselves, now and whenever that changes. */
function tellClients(peer: Peer, { clients }: LinkHost): void {
	let told = "";
	const tell = (): void => {
		const { names } = clients;
		if (!peer.isOpen || JSON.stringify(names) === told) return;
		told = JSON.stringify(names);
		peer.notify("clients_changed", { clients: names });
	};
	peer.onClose(clients.onChange(tell));
	tell();
}

function attach(host: LinkHost, session: ReadySession): void {
	const { peer, enrolledNow } = session;
	const link = profileLink(peer);
	const profile = profileOf(session, link);
	// The key may have been taken away while the greeting went on.
	if (profile === undefined || host.peers.find(session.who) === undefined) {
		peer.close(1008);
		return;
	}
	host.registry.connect(profile);
	peer.serve({
		request: async (method) => {
			throw new MonkError("METHOD_NOT_FOUND", `the owner answers no ${method} here`);
		},
		notify: (method, params) => {
			if (method === "tabs_changed") host.registry.setTabs(profile.profileId, link, (params as TabsChanged).tabs);
			if (method === "consent_changed") host.registry.setConsent(profile.profileId, link, params as Consent);
		},
	});
	tellClients(peer, host);
	peer.startPinging(limits.framesPingMs, limits.framesPingsMissed);
	host.audit({ event: "profile-connected", profile: profile.slug });
	remember(host, profile, true);
	peer.onClose(() => {
		host.registry.disconnect(profile.profileId, link, host.clock.now());
		host.audit({ event: "profile-disconnected", profile: profile.slug });
		// Another link of the same browser may have replaced this one.
		remember(host, profile, host.registry.get(profile.profileId)?.state === "connected");
	});
	host.onJoined(profile, enrolledNow);
}

/** Takes a socket through the session; once it is ready, its profile stands in the registry. */
export async function acceptLink(transport: Transport, host: LinkHost, open: OpenPeers): Promise<void> {
	const { clock, random, version: serverVersion, enrolment } = host;
	const peer = new Peer({
		transport,
		codec: frames,
		rules,
		clock,
		maxFrameBytes: limits.linkFrameBytes,
		goneCode: "BROWSER_GONE",
		onFault: (fault) => host.onFault(fault),
	});
	open.add(peer);
	peer.onClose(() => open.delete(peer));
	let wasGuess = false;
	try {
		const session = await runOwnerSession({
			peer,
			link: "monk",
			clock,
			random,
			serverVersion,
			enrolment,
			greet: (hello, who, enrolledNow) => greet(host, hello, who, enrolledNow),
			onLegacy: (hello) => host.onLegacy(hello),
			audit: (event) => {
				wasGuess ||= isGuess(event);
				host.audit({ event: "session", link: "monk", session: event });
			},
		});
		attach(host, session);
	} catch {
		// The session has told the audit why and the peer nothing.
		host.onFailed(wasGuess);
	}
}
