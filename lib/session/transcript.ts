/**
 * What each MAC is computed over: a context that names link, mode and speaker, then everything that both sides chose.
 * The parts are joined as text without separators; all but the context have one length each, and no context is the
 * beginning of another one followed by hex, so no two transcripts share a text.
 */
export type LinkKind = "monk" | "scriptcat";
export type AuthMode = "session" | "pairing";
type Speaker = "extension" | "owner";

/** 32 bytes in lower-case hex. The text itself goes into the MAC, not the bytes. */
export interface Nonces {
	readonly nonceD: string;
	readonly nonceE: string;
}

/** Uncompressed P-256 points in lower-case hex. */
export interface PublicKeys {
	readonly keyD: string;
	readonly keyE: string;
}

/** ScriptCat's own bytes (its protocol, "Cryptography"), without an instance: one ScriptCat holds the one key. */
export type Transcript =
	| ({ readonly link: "scriptcat"; readonly mode: AuthMode } & Nonces)
	| ({ readonly link: "monk"; readonly mode: "session"; readonly instanceId: string } & Nonces)
	| ({ readonly link: "monk"; readonly mode: "pairing"; readonly instanceId: string } & Nonces & PublicKeys);

const prefixes = { monk: "monk-link-v1", scriptcat: "scriptcat-rpc-v1" } as const satisfies Record<LinkKind, string>;

const speakers = {
	session: { extension: "ext", owner: "daemon" },
	pairing: { extension: "pair-ext", owner: "pair-daemon" },
} as const satisfies Record<AuthMode, Record<Speaker, string>>;

/** What each MAC begins with, so that no text signed for one purpose serves another. */
export const contextOf = (link: LinkKind, mode: AuthMode, speaker: Speaker): string =>
	`${prefixes[link]}/${speakers[mode][speaker]}`;

/** Contexts of the key derivation. */
export const derivation = (link: LinkKind) => ({
	salt: `${prefixes[link]}/pair-salt`,
	mac: `${prefixes[link]}/pair-mac`,
	enc: `${prefixes[link]}/pair-enc`,
});

/** The extension speaks first, so the owner's choices come first in what it signs; the owner turns the order round. */
export function macInput(transcript: Transcript, speaker: Speaker): string {
	const context = contextOf(transcript.link, transcript.mode, speaker);
	const pairs = [[transcript.nonceD, transcript.nonceE], ...publicKeys(transcript)];
	const ordered = speaker === "extension" ? pairs : pairs.map((pair) => pair.toReversed());
	return [context, transcript.link === "monk" ? transcript.instanceId : "", ...ordered.flat()].join("");
}

const publicKeys = (transcript: Transcript): string[][] =>
	transcript.link === "monk" && transcript.mode === "pairing" ? [[transcript.keyD, transcript.keyE]] : [];
