import { fromHex, toHex, utf8 } from "./hex.ts";
import { derivation, type Nonces } from "./transcript.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Guessing a code that was seen in one MAC costs this many rounds a guess (OWASP's figure for PBKDF2-SHA-256, 2023). */
export const STRETCH_ROUNDS = 600_000;

/** Both are 32 bytes: one proves the code, the other seals the session key. */
export interface PairingKeys {
	readonly mac: Bytes;
	readonly enc: Bytes;
}

/** HMAC-SHA-256 over the text's UTF-8, in lower-case hex. */
export async function hmacHex(key: Bytes, text: string): Promise<string> {
	const hmac = { name: "HMAC", hash: "SHA-256" };
	const imported = await crypto.subtle.importKey("raw", key, hmac, false, ["sign"]);
	return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", imported, utf8(text))));
}

async function hkdf(secret: Bytes, salt: string, info: string): Promise<Bytes> {
	const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
	const algorithm = { name: "HKDF", hash: "SHA-256", salt: utf8(salt), info: utf8(info) };
	return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256));
}

async function stretch(code: string, salt: string): Promise<Bytes> {
	const key = await crypto.subtle.importKey("raw", utf8(code), "PBKDF2", false, ["deriveBits"]);
	const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: utf8(salt), iterations: STRETCH_ROUNDS };
	return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256));
}

/** ScriptCat's derivation: HKDF of the normalised code alone. */
export async function scriptCatPairingKeys(code: string): Promise<PairingKeys> {
	const { salt, mac, enc } = derivation("scriptcat");
	const secret = utf8(code);
	return { mac: await hkdf(secret, salt, mac), enc: await hkdf(secret, salt, enc) };
}

/**
 * monk's derivation: the stretched code joined with the ECDH secret, so that whoever only listens has nothing to
 * guess against and whoever stands in the middle pays the stretching for every guess.
 */
export async function monkPairingKeys(code: string, nonces: Nonces, shared: Bytes): Promise<PairingKeys> {
	const { salt, mac, enc } = derivation("monk");
	const stretched = await stretch(code, salt + nonces.nonceD + nonces.nonceE);
	const secret = Uint8Array.of(...stretched, ...shared);
	return { mac: await hkdf(secret, salt, mac), enc: await hkdf(secret, salt, enc) };
}

/** A key pair for one connection. Its randomness is WebCrypto's own, which takes no source from outside. */
export interface EphemeralKey {
	/** The uncompressed point in lower-case hex. */
	readonly publicHex: string;
	/** The x coordinate, 32 bytes. Rejects when the other side's key is no point of the curve. */
	agree(otherHex: string): Promise<Bytes>;
}

const curve = { name: "ECDH", namedCurve: "P-256" } as const;

export async function generateEphemeralKey(): Promise<EphemeralKey> {
	const { publicKey, privateKey } = await crypto.subtle.generateKey(curve, false, ["deriveBits"]);
	const raw = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
	return { publicHex: toHex(raw), agree: (otherHex) => agree(privateKey, otherHex) };
}

export async function agree(privateKey: CryptoKey, otherHex: string): Promise<Bytes> {
	const point = fromHex(otherHex);
	if (point === undefined) throw new Error("a public key is not lower-case hex");
	const other = await crypto.subtle.importKey("raw", point, curve, false, []);
	return new Uint8Array(await crypto.subtle.deriveBits({ name: "ECDH", public: other }, privateKey, 256));
}
