import type { AuthenticateAnswer, AuthenticateParams } from "../catalog/session.ts";
import type { Clock, Random } from "../wire/transport.ts";
import type { PeerId, RefusalReason } from "./audit.ts";
import { isSameText, toHex } from "./hex.ts";
import {
	type EphemeralKey,
	generateEphemeralKey,
	hmacHex,
	monkPairingKeys,
	type PairingKeys,
	scriptCatPairingKeys,
} from "./keys.ts";
import type { NonceMemory } from "./nonce-memory.ts";
import { type Attempt, OLD_CODES, type PairingWindow, randomCode } from "./pairing.ts";
import { type SealedKey, seal } from "./seal.ts";
import { type LinkKind, macInput, type Transcript } from "./transcript.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What the host keeps of extensions that may connect. */
export interface Enrolment {
	keyOf(peer: PeerId): Promise<Bytes | undefined>;
	readonly window: PairingWindow;
	store(peer: PeerId, key: Bytes): Promise<void>;
}

/** An extension that proved itself, and how the owner proves itself in return. */
export type Proof = { readonly who: PeerId; readonly hmac: string } & (
	| { readonly mode: "session" }
	| { readonly mode: "pairing"; readonly key: Bytes; readonly sealed: SealedKey }
);

export type Verdict = Proof | { readonly mode: "refused"; readonly why: RefusalReason };

export interface Challenge {
	readonly params: AuthenticateParams;
	readonly ephemeral: EphemeralKey;
}

export interface ProofContext {
	readonly link: LinkKind;
	readonly clock: Clock;
	readonly random: Random;
	readonly enrolment: Enrolment;
	readonly nonces: NonceMemory;
	/** Whether anybody still waits for the verdict. */
	isWanted(): boolean;
}

const refuse = (why: RefusalReason): Verdict => ({ mode: "refused", why });

/** On monk's link a public key is always sent, so that nobody learns whether a pairing window is open. */
export async function makeChallenge(link: LinkKind, random: Random): Promise<Challenge> {
	const ephemeral = await generateEphemeralKey();
	const nonceD = toHex(random.bytes(32));
	return { ephemeral, params: link === "monk" ? { nonceD, keyD: ephemeral.publicHex } : { nonceD } };
}

/**
 * Checks an answer that fits its shape. Whether a key or a code exists at all changes nothing in the work done:
 * where there is none, a random one is checked.
 */
export async function verifyAnswer(
	context: ProofContext,
	challenge: Challenge,
	answer: AuthenticateAnswer,
): Promise<Verdict> {
	const transcript = readTranscript(context.link, challenge, answer);
	if (typeof transcript === "string") return refuse(transcript);
	const { nonceE, hmac } = answer;
	if (nonceE === challenge.params.nonceD || context.nonces.has(nonceE)) return refuse("reused-nonce");
	const verdict =
		transcript.mode === "session"
			? await verifySession(context, transcript, hmac)
			: await inTurn(context, () => verifyPairing(context, challenge.ephemeral, transcript, hmac));
	if (verdict.mode !== "refused") context.nonces.add(nonceE);
	return verdict;
}

function readTranscript(link: LinkKind, challenge: Challenge, answer: AuthenticateAnswer): Transcript | RefusalReason {
	const { mode, nonceE, keyE, peer } = answer;
	const { nonceD, keyD } = challenge.params;
	if ((peer !== undefined) !== (link === "monk")) return "wrong-kind";
	if ((keyE !== undefined) !== (link === "monk" && mode === "pairing")) return "wrong-public-key";
	if (peer === undefined) return { link: "scriptcat", mode, nonceD, nonceE };
	const { instanceId } = peer;
	if (keyE === undefined || keyD === undefined) return { link: "monk", mode: "session", instanceId, nonceD, nonceE };
	return { link: "monk", mode: "pairing", instanceId, nonceD, nonceE, keyD, keyE };
}

const peerIn = (transcript: Transcript): PeerId =>
	transcript.link === "monk" ? { kind: "monk", instanceId: transcript.instanceId } : { kind: "scriptcat" };

async function verifySession(context: ProofContext, transcript: Transcript, hmac: string): Promise<Verdict> {
	const who = peerIn(transcript);
	const known = await context.enrolment.keyOf(who);
	const key = known ?? context.random.bytes(32);
	const isRight = isSameText(await hmacHex(key, macInput(transcript, "extension")), hmac);
	const ours = await hmacHex(key, macInput(transcript, "owner"));
	if (known === undefined) return refuse("unknown-instance");
	return isRight ? { mode: "session", who, hmac: ours } : refuse("wrong-mac");
}

/**
 * How many codes of before are tried. monk's extension never dials twice with one code, and each costs a stretching;
 * ScriptCat redials with an old code for hours, past any number of new ones.
 */
const oldCodesTried: Readonly<Record<LinkKind, number>> = { monk: 1, scriptcat: OLD_CODES };

/** By enrolment: the last pairing whose code is being stretched, or waits for that. */
const lines = new WeakMap<Enrolment, Promise<unknown>>();

/**
 * One pairing after the other on monk's link, where each costs two stretchings: however many guess at once, they keep
 * one core busy, and a browser that has its key does not wait for them.
 */
function inTurn({ link, enrolment, isWanted }: ProofContext, verify: () => Promise<Verdict>): Promise<Verdict> {
	if (link !== "monk") return verify();
	const before = lines.get(enrolment) ?? Promise.resolve();
	// Whoever has left meanwhile hears nothing, so nothing is worked out and nothing counted.
	const verdict = before.then(() => (isWanted() ? verify() : refuse("gone")));
	lines.set(
		enrolment,
		verdict.catch(() => undefined),
	);
	return verdict;
}

async function verifyPairing(
	context: ProofContext,
	ephemeral: EphemeralKey,
	transcript: Transcript,
	hmac: string,
): Promise<Verdict> {
	const attempt = context.enrolment.window.attempt(context.clock.now());
	const tried = oldCodesTried[context.link];
	const old = Array.from({ length: tried }, (_, at) => attempt.previous[at] ?? randomCode(context.random));
	const [current, ...previous] = await Promise.all(
		[attempt.code ?? randomCode(context.random), ...old].map((code) => checkCode(code, ephemeral, transcript, hmac)),
	).catch(() => []);
	if (current === undefined) {
		attempt.release();
		return refuse("wrong-public-key");
	}
	const isOld = previous.slice(0, attempt.previous.length).some(({ isRight }) => isRight);
	if (!current.isRight || attempt.code === undefined) return refuse(missed(attempt, isOld));
	if (!attempt.use(context.clock.now())) return refuse("code-spent");
	const key = context.random.bytes(32);
	return {
		mode: "pairing",
		who: peerIn(transcript),
		hmac: await hmacHex(current.keys.mac, macInput(transcript, "owner")),
		key,
		sealed: await seal(current.keys.enc, key, context.random.bytes(12)),
	};
}

/** Rejects when the other side's public key is no point of the curve. */
async function checkCode(
	code: string,
	ephemeral: EphemeralKey,
	transcript: Transcript,
	hmac: string,
): Promise<{ readonly isRight: boolean; readonly keys: PairingKeys }> {
	const keys = await pairingKeys(code, ephemeral, transcript);
	return { keys, isRight: isSameText(await hmacHex(keys.mac, macInput(transcript, "extension")), hmac) };
}

const pairingKeys = async (code: string, ephemeral: EphemeralKey, transcript: Transcript): Promise<PairingKeys> =>
	transcript.link === "monk" && transcript.mode === "pairing"
		? monkPairingKeys(code, transcript, await ephemeral.agree(transcript.keyE))
		: scriptCatPairingKeys(code);

function missed(attempt: Attempt, isOld: boolean): RefusalReason {
	if (isOld) {
		attempt.release();
		return "old-code";
	}
	if (attempt.code === undefined) return "no-window";
	return attempt.wrong() ? "last-wrong-code" : "wrong-code";
}
