import type { AuthenticateAnswer, AuthenticatedParams, AuthenticateParams } from "../catalog/session.ts";
import type { Random } from "../wire/transport.ts";
import { isSameText, toHex } from "./hex.ts";
import { generateEphemeralKey, hmacHex, monkPairingKeys } from "./keys.ts";
import { normaliseCode } from "./pairing.ts";
import { open } from "./seal.ts";
import { macInput, type Transcript } from "./transcript.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What the extension holds: the key of an earlier pairing, or a code as a person typed it. */
export type Credentials =
	| { readonly instanceId: string; readonly key: Uint8Array }
	| { readonly instanceId: string; readonly code: string };

/** How the owner must answer in turn. */
export type Expectation = { readonly transcript: Transcript; readonly mac: Bytes } & (
	| { readonly mode: "session" }
	| { readonly mode: "pairing"; readonly enc: Bytes }
);

export interface OwnAnswer {
	readonly answer: AuthenticateAnswer;
	readonly expectation: Expectation;
}

/** Rejects when the owner's public key is missing or is no point of the curve. */
export async function answerChallenge(
	{ nonceD, keyD }: AuthenticateParams,
	credentials: Credentials,
	random: Random,
): Promise<OwnAnswer> {
	const nonceE = toHex(random.bytes(32));
	const { instanceId } = credentials;
	const peer = { kind: "monk", instanceId } as const;
	if ("key" in credentials) {
		const mac = new Uint8Array(credentials.key);
		const transcript = { link: "monk", mode: "session", instanceId, nonceD, nonceE } as const;
		const hmac = await hmacHex(mac, macInput(transcript, "extension"));
		return { answer: { mode: "session", nonceE, hmac, peer }, expectation: { mode: "session", transcript, mac } };
	}
	if (keyD === undefined) throw new Error("the owner sent no public key");
	const ephemeral = await generateEphemeralKey();
	const keyE = ephemeral.publicHex;
	const transcript = { link: "monk", mode: "pairing", instanceId, nonceD, nonceE, keyD, keyE } as const;
	const shared = await ephemeral.agree(keyD);
	const { mac, enc } = await monkPairingKeys(normaliseCode(credentials.code), transcript, shared);
	const hmac = await hmacHex(mac, macInput(transcript, "extension"));
	return {
		answer: { mode: "pairing", nonceE, hmac, keyE, peer },
		expectation: { mode: "pairing", transcript, mac, enc },
	};
}

/** Whether the owner is who holds the key or showed the code; in pairing mode with the key that it minted. */
export type OwnerVerdict =
	| { readonly verdict: "known" }
	| { readonly verdict: "enrolled"; readonly key: Bytes }
	| { readonly verdict: "stranger" };

const stranger: OwnerVerdict = { verdict: "stranger" };

export async function checkOwner(expectation: Expectation, said: AuthenticatedParams): Promise<OwnerVerdict> {
	const expected = await hmacHex(expectation.mac, macInput(expectation.transcript, "owner"));
	if (!isSameText(expected, said.hmac)) return stranger;
	if (expectation.mode === "session") return said.key === undefined ? { verdict: "known" } : stranger;
	const key = said.key === undefined ? undefined : await open(expectation.enc, said.key);
	return key === undefined ? stranger : { verdict: "enrolled", key };
}
