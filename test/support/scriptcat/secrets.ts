/** ScriptCat's cryptography, from Node's own and not from the product's, so that one is held against the other. */
import { createDecipheriv, createHmac, hkdfSync } from "node:crypto";

const prefix = "scriptcat-rpc-v1";

export const hmac = (key: Buffer, ...texts: readonly string[]): string =>
	createHmac("sha256", key).update(texts.join("")).digest("hex");

const derive = (code: string, what: "mac" | "enc"): Buffer =>
	Buffer.from(hkdfSync("sha256", normalised(code), `${prefix}/pair-salt`, `${prefix}/pair-${what}`, 32));

const normalised = (code: string): string =>
	code
		.replace(/[^0-9A-Za-z]/g, "")
		.toUpperCase()
		.replace(/O/g, "0")
		.replace(/[IL]/g, "1");

export type Credential =
	| { readonly mode: "session"; readonly key: string }
	| { readonly mode: "pairing"; readonly code: string };

export const macKey = (credential: Credential): Buffer =>
	credential.mode === "session" ? Buffer.from(credential.key, "hex") : derive(credential.code, "mac");

export const contexts = {
	session: { ours: `${prefix}/ext`, theirs: `${prefix}/daemon` },
	pairing: { ours: `${prefix}/pair-ext`, theirs: `${prefix}/pair-daemon` },
} as const;

/** What the session key is sealed under. */
export const sealingKey = (code: string): Buffer => derive(code, "enc");

/** The key that came sealed, in lower-case hex; throws when it does not open. */
export function openKey(code: string, sealed: { readonly ciphertext: string; readonly iv: string }): string {
	const bytes = Buffer.from(sealed.ciphertext, "base64");
	const decipher = createDecipheriv("aes-256-gcm", sealingKey(code), Buffer.from(sealed.iv, "base64"));
	decipher.setAuthTag(bytes.subarray(-16));
	return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("hex");
}
