import { createDecipheriv, createECDH, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from "node:crypto";
import type { LinkKind } from "../../lib/session/transcript.ts";

/** An extension's half of the handshake in Node's own crypto, so that a test can lie in any part of it. */
export interface Credentials {
	readonly instanceId?: string;
	/** 32 bytes in hex. */
	readonly key?: string;
	/** In normal form. */
	readonly code?: string;
	readonly nonceE?: string;
	/** How often the code is stretched, where it is not monk's own number. */
	readonly rounds?: number;
}

export interface HandMade {
	readonly answer: Record<string, unknown>;
	/** What an owner that knows the same secret must say. */
	readonly ownerMac: string;
	/** Opens the key that came with it, as hex. */
	open(sealed: { readonly ciphertext: string; readonly iv: string }): string;
}

const INSTANCE = "00112233445566778899aabbccddeeff";

const hmac = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text, "utf8").digest("hex");

const derive = (secret: Uint8Array, prefix: string, info: string) =>
	Buffer.from(hkdfSync("sha256", secret, `${prefix}/pair-salt`, `${prefix}/${info}`, 32));

export function makeAnswer(link: LinkKind, challenge: { nonceD: string; keyD?: string }, with_: Credentials): HandMade {
	const { nonceD, keyD } = challenge;
	const nonceE = with_.nonceE ?? randomBytes(32).toString("hex");
	const prefix = link === "monk" ? "monk-link-v1" : "scriptcat-rpc-v1";
	const instanceId = link === "monk" ? (with_.instanceId ?? INSTANCE) : "";
	const peer = link === "monk" ? { peer: { kind: "monk", instanceId } } : {};
	if (with_.key !== undefined) {
		const key = Buffer.from(with_.key, "hex");
		const mac = hmac(key, `${prefix}/ext${instanceId}${nonceD}${nonceE}`);
		const ownerMac = hmac(key, `${prefix}/daemon${instanceId}${nonceE}${nonceD}`);
		return { answer: { mode: "session", nonceE, hmac: mac, ...peer }, ownerMac, open: () => "" };
	}
	const code = with_.code ?? "";
	const side = createECDH("prime256v1");
	const keyE = link === "monk" ? side.generateKeys("hex") : "";
	const secret =
		link === "monk"
			? Buffer.concat([
					pbkdf2Sync(code, `${prefix}/pair-salt${nonceD}${nonceE}`, with_.rounds ?? 600_000, 32, "sha256"),
					side.computeSecret(keyD ?? "", "hex"),
				])
			: Buffer.from(code);
	const [mac, enc] = [derive(secret, prefix, "pair-mac"), derive(secret, prefix, "pair-enc")];
	const keys = link === "monk" ? { keyE } : {};
	const said = hmac(mac, `${prefix}/pair-ext${instanceId}${nonceD}${nonceE}${keyD ?? ""}${keyE}`);
	return {
		answer: { mode: "pairing", nonceE, hmac: said, ...keys, ...peer },
		ownerMac: hmac(mac, `${prefix}/pair-daemon${instanceId}${nonceE}${nonceD}${keyE}${keyD ?? ""}`),
		open: (sealed) => openSealed(enc, sealed),
	};
}

function openSealed(enc: Uint8Array, sealed: { readonly ciphertext: string; readonly iv: string }): string {
	const whole = Buffer.from(sealed.ciphertext, "base64");
	const decipher = createDecipheriv("aes-256-gcm", enc, Buffer.from(sealed.iv, "base64"));
	decipher.setAuthTag(whole.subarray(32));
	return Buffer.concat([decipher.update(whole.subarray(0, 32)), decipher.final()]).toString("hex");
}
