import type { PeerId } from "../../session/owner-session.ts";
import { type JsonFile, loadJson, saveJson } from "../json-file.ts";

/** A browser's extension that has been paired. What stands under `profile` is bound when it first says hello. */
export interface MonkPeer {
	readonly kind: "monk";
	readonly instanceId: string;
	/** The session key, 32 bytes in lower-case hex. */
	readonly key: string;
	readonly profile?: PeerProfile;
}

export interface ScriptCatPeer {
	readonly kind: "scriptcat";
	readonly key: string;
}

export type PeerRecord = MonkPeer | ScriptCatPeer;

export interface PeerProfile {
	readonly profileId: string;
	readonly label: string;
	readonly slug: string;
	readonly extVersion: string;
	/** Milliseconds since the epoch. */
	readonly lastSeen: number;
	/** It was connected when this was written, and stays so if the owner ended before the browser did. */
	readonly connected?: true;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isKey = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null;

function readProfile(value: unknown): PeerProfile | undefined {
	if (!isRecord(value)) return undefined;
	const { profileId, label, slug, extVersion, lastSeen, connected } = value;
	if (!isText(profileId) || !isText(label) || !isText(slug) || !isText(extVersion)) return undefined;
	if (typeof lastSeen !== "number") return undefined;
	return { profileId, label, slug, extVersion, lastSeen, ...(connected === true ? { connected } : {}) };
}

function readPeer(value: unknown): PeerRecord | undefined {
	if (!isRecord(value) || !isKey(value.key)) return undefined;
	const { kind, key, instanceId } = value;
	if (kind === "scriptcat") return { kind, key };
	if (kind !== "monk" || !isText(instanceId)) return undefined;
	if (value.profile === undefined) return { kind, instanceId, key };
	const profile = readProfile(value.profile);
	return profile && { kind, instanceId, key, profile };
}

function readPeers(value: Readonly<Record<string, unknown>>): readonly PeerRecord[] | undefined {
	if (!Array.isArray(value.peers)) return undefined;
	const peers = value.peers.map(readPeer);
	return peers.every((peer) => peer !== undefined) ? peers : undefined;
}

const file = (path: string): JsonFile<readonly PeerRecord[]> => ({
	path,
	version: 1,
	secret: true,
	read: readPeers,
	write: (peers) => ({ peers }),
	empty: [],
});

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

const isSame = (record: PeerRecord, peer: PeerId): boolean =>
	record.kind === "monk" && peer.kind === "monk" ? record.instanceId === peer.instanceId : record.kind === peer.kind;

/** The enrolled extensions, in memory and in peers.json. Writes are made one after the other, in order. */
export class PeerStore {
	readonly #file: JsonFile<readonly PeerRecord[]>;
	#peers: readonly PeerRecord[];
	#written: Promise<void> = Promise.resolve();
	#problem: string | undefined;

	private constructor(file: JsonFile<readonly PeerRecord[]>, peers: readonly PeerRecord[]) {
		this.#file = file;
		this.#peers = peers;
	}

	/** Reads the store; `problem` tells of a file that was kept aside. */
	static async load(path: string, now: number): Promise<{ readonly store: PeerStore; readonly problem?: string }> {
		const peers = file(path);
		const { data, ...rest } = await loadJson(peers, now);
		return { store: new PeerStore(peers, data), ...rest };
	}

	get all(): readonly PeerRecord[] {
		return this.#peers;
	}

	/** The profiles that were connected when the file was last written. */
	get connected(): readonly string[] {
		return this.#peers.flatMap((peer) =>
			peer.kind === "monk" && peer.profile?.connected ? [peer.profile.profileId] : [],
		);
	}

	find(peer: PeerId): PeerRecord | undefined {
		return this.#peers.find((record) => isSame(record, peer));
	}

	/** Stores a fresh key; what was known of the same extension's profile stays. */
	enrol(peer: PeerId, key: string): Promise<void> {
		const known = this.find(peer);
		return this.#put(known ? { ...known, key } : { ...peer, key });
	}

	/** Binds a profile to an enrolled extension; any other extension that held the profile is forgotten. */
	bind(instanceId: string, profile: PeerProfile): Promise<void> {
		const known = this.find({ kind: "monk", instanceId });
		if (known?.kind !== "monk") return Promise.resolve();
		this.#peers = this.#peers.filter(
			(peer) => peer.kind !== "monk" || peer.instanceId === instanceId || peer.profile?.profileId !== profile.profileId,
		);
		return this.#put({ ...known, profile });
	}

	/** Takes an extension's key away: it has to pair again. */
	forget(instanceId: string): Promise<void> {
		this.#peers = this.#peers.filter((peer) => peer.kind !== "monk" || peer.instanceId !== instanceId);
		return this.#save();
	}

	/** Takes back a key that no browser has used. */
	forgetUnused(instanceId: string): Promise<void> {
		const isUnused = (peer: PeerRecord) =>
			peer.kind === "monk" && peer.instanceId === instanceId && peer.profile === undefined;
		if (!this.#peers.some(isUnused)) return Promise.resolve();
		this.#peers = this.#peers.filter((peer) => !isUnused(peer));
		return this.#save();
	}

	/** Why the last write failed, if it did: then what is known now may be lost at the owner's end. */
	get problem(): string | undefined {
		return this.#problem;
	}

	/** Resolves when everything said so far is on the disk. */
	settled(): Promise<void> {
		return this.#written;
	}

	#put(record: PeerRecord): Promise<void> {
		const index = this.#peers.findIndex((known) =>
			isSame(known, record.kind === "monk" ? { kind: "monk", instanceId: record.instanceId } : { kind: "scriptcat" }),
		);
		this.#peers = index < 0 ? [...this.#peers, record] : this.#peers.with(index, record);
		return this.#save();
	}

	#save(): Promise<void> {
		const saved = this.#written.then(() => saveJson(this.#file, this.#peers));
		this.#written = saved.then(
			() => {
				this.#problem = undefined;
			},
			(thrown: unknown) => {
				this.#problem = `${this.#file.path} could not be written: ${reasonOf(thrown)}`;
			},
		);
		return saved;
	}
}
