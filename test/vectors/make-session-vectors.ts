/**
 * Writes session/monk-link.json with Node's own crypto, an implementation independent of the WebCrypto that the
 * session uses: `bun test/vectors/make-session-vectors.ts`. The inputs are fixed, so a second run changes nothing, and
 * Node itself writes the same bytes (bundled with `bun build --target=node`).
 */
import { createCipheriv, createECDH, createHmac, hkdfSync, pbkdf2Sync } from "node:crypto";
import { writeFileSync } from "node:fs";

const context = (name: string) => `monk-link-v1/${name}`;
const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text, "utf8").digest("hex");

interface Inputs {
	readonly name: string;
	readonly code: string;
	readonly instanceId: string;
	readonly nonceD: string;
	readonly nonceE: string;
	readonly privateD: string;
	readonly privateE: string;
	readonly key: string;
	readonly iv: string;
}

function pairingOf(inputs: Inputs) {
	const { code, instanceId, nonceD, nonceE, privateD, privateE, key, iv } = inputs;
	const [owner, extension] = [privateD, privateE].map((secret) => {
		const side = createECDH("prime256v1");
		side.setPrivateKey(secret, "hex");
		return side;
	});
	if (owner === undefined || extension === undefined) throw new Error("two sides are needed");
	const [keyD, keyE] = [owner.getPublicKey("hex"), extension.getPublicKey("hex")];
	const shared = owner.computeSecret(extension.getPublicKey());
	const stretched = pbkdf2Sync(code, context("pair-salt") + nonceD + nonceE, 600_000, 32, "sha256");
	const secret = Buffer.concat([stretched, shared]);
	const derive = (info: string) => Buffer.from(hkdfSync("sha256", secret, context("pair-salt"), context(info), 32));
	const [mac, enc] = [derive("pair-mac"), derive("pair-enc")];
	const cipher = createCipheriv("aes-256-gcm", enc, Buffer.from(iv, "hex"));
	const sealed = Buffer.concat([cipher.update(Buffer.from(key, "hex")), cipher.final(), cipher.getAuthTag()]);
	return {
		keyD,
		keyE,
		shared: shared.toString("hex"),
		macKey: mac.toString("hex"),
		encKey: enc.toString("hex"),
		extensionMac: hmac(mac, context("pair-ext") + instanceId + nonceD + nonceE + keyD + keyE),
		ownerMac: hmac(mac, context("pair-daemon") + instanceId + nonceE + nonceD + keyE + keyD),
		sealed: { ciphertext: sealed.toString("base64"), iv: Buffer.from(iv, "hex").toString("base64") },
	};
}

function sessionOf({ key, instanceId, nonceD, nonceE }: Inputs) {
	const secret = Buffer.from(key, "hex");
	return {
		extensionMac: hmac(secret, context("ext") + instanceId + nonceD + nonceE),
		ownerMac: hmac(secret, context("daemon") + instanceId + nonceE + nonceD),
	};
}

const run = (from: number, bytes: number) =>
	Buffer.from(Array.from({ length: bytes }, (_, at) => (from + at) % 256)).toString("hex");

const all: readonly Inputs[] = [
	{
		name: "A",
		code: "3F9K7Q2A",
		instanceId: run(0, 16),
		nonceD: run(0, 32),
		nonceE: run(128, 32),
		privateD: run(1, 32),
		privateE: run(33, 32),
		key: run(64, 32),
		iv: run(160, 12),
	},
	{
		name: "B",
		code: "00000000",
		instanceId: "f".repeat(32),
		nonceD: "f".repeat(64),
		nonceE: "0".repeat(64),
		privateD: "1".padStart(64, "0"),
		privateE: "2".padStart(64, "0"),
		key: "0".repeat(64),
		iv: "0".repeat(24),
	},
	{
		name: "C",
		code: "ZYXWVTSR",
		instanceId: run(200, 16),
		nonceD: run(77, 32),
		nonceE: run(99, 32),
		privateD: run(5, 32),
		privateE: run(5, 32),
		key: "f".repeat(64),
		iv: "f".repeat(24),
	},
];

const vectors = all.map((inputs) => ({ inputs, pairing: pairingOf(inputs), session: sessionOf(inputs) }));
writeFileSync(new URL("./session/monk-link.json", import.meta.url), `${JSON.stringify({ vectors }, null, "\t")}\n`);
