import { describe, expect, test } from "bun:test";
import { fromHex, toHex } from "../../lib/session/hex.ts";
import { agree, hmacHex, monkPairingKeys, scriptCatPairingKeys } from "../../lib/session/keys.ts";
import { normaliseCode } from "../../lib/session/pairing.ts";
import { open, seal } from "../../lib/session/seal.ts";
import { macInput } from "../../lib/session/transcript.ts";
import monkLink from "../vectors/session/monk-link.json";
import scriptCat from "../vectors/session/scriptcat.json";

function bytes(hex: string): Uint8Array<ArrayBuffer> {
	const read = fromHex(hex);
	if (read === undefined) throw new Error(`not hex: ${hex}`);
	return read;
}

/** Every single bit of the sealed key, flipped, in base64. */
function* flips(base64: string): Generator<string> {
	const raw = Buffer.from(base64, "base64");
	for (let bit = 0; bit < raw.length * 8; bit += 7) {
		const copy = Buffer.from(raw);
		copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
		yield copy.toString("base64");
	}
}

for (const { name, inputs, codeNormalized, pairing, session } of scriptCat.vectors) {
	describe(`ScriptCat's vector ${name}`, () => {
		const { nonceD, nonceE } = inputs;

		test("the code is normalised", () => {
			expect(normaliseCode(inputs.codeTyped)).toBe(codeNormalized);
		});

		test("the code gives both keys", async () => {
			const keys = await scriptCatPairingKeys(codeNormalized);
			expect({ mac: toHex(keys.mac), enc: toHex(keys.enc) }).toEqual({
				mac: pairing.macKeyHex,
				enc: pairing.encKeyHex,
			});
		});

		test("the MACs of pairing and of a session are byte for byte the same", async () => {
			const inPairing = { link: "scriptcat", mode: "pairing", nonceD, nonceE } as const;
			const inSession = { link: "scriptcat", mode: "session", nonceD, nonceE } as const;
			const [mac, key] = [bytes(pairing.macKeyHex), bytes(inputs.longTermKeyHex)];
			expect(macInput(inPairing, "extension")).toBe(pairing.extHmacInput);
			expect(macInput(inPairing, "owner")).toBe(pairing.daemonHmacInput);
			expect(await hmacHex(mac, macInput(inPairing, "extension"))).toBe(pairing.extHmac);
			expect(await hmacHex(mac, macInput(inPairing, "owner"))).toBe(pairing.daemonHmac);
			expect(await hmacHex(key, macInput(inSession, "extension"))).toBe(session.extHmac);
			expect(await hmacHex(key, macInput(inSession, "owner"))).toBe(session.daemonHmac);
		});

		test("the session key is sealed and opened", async () => {
			const [enc, key] = [bytes(pairing.encKeyHex), bytes(inputs.longTermKeyHex)];
			expect(await seal(enc, key, bytes(inputs.ivHex))).toEqual(pairing.wireKey);
			expect(await open(enc, pairing.wireKey)).toEqual(key);
		});
	});
}

async function privateKey(secretHex: string, publicHex: string): Promise<CryptoKey> {
	const part = (hex: string) => Buffer.from(hex, "hex").toString("base64url");
	const [x, y] = [publicHex.slice(2, 66), publicHex.slice(66)].map(part);
	const jwk = { kty: "EC", crv: "P-256", d: part(secretHex), x: x ?? "", y: y ?? "" };
	return crypto.subtle.importKey("jwk", jwk, { name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"]);
}

for (const { inputs, pairing, session } of monkLink.vectors) {
	describe(`monk's own vector ${inputs.name}`, () => {
		const { code, instanceId, nonceD, nonceE } = inputs;
		const { keyD, keyE } = pairing;

		test("both sides agree on the secret", async () => {
			const [ours, theirs] = [await privateKey(inputs.privateD, keyD), await privateKey(inputs.privateE, keyE)];
			expect(toHex(await agree(ours, keyE))).toBe(pairing.shared);
			expect(toHex(await agree(theirs, keyD))).toBe(pairing.shared);
		});

		test("code, nonces and secret give both keys", async () => {
			const keys = await monkPairingKeys(code, { nonceD, nonceE }, bytes(pairing.shared));
			expect({ mac: toHex(keys.mac), enc: toHex(keys.enc) }).toEqual({ mac: pairing.macKey, enc: pairing.encKey });
		});

		test("the MACs of pairing and of a session are byte for byte the same", async () => {
			const inPairing = { link: "monk", mode: "pairing", instanceId, nonceD, nonceE, keyD, keyE } as const;
			const inSession = { link: "monk", mode: "session", instanceId, nonceD, nonceE } as const;
			const [mac, key] = [bytes(pairing.macKey), bytes(inputs.key)];
			expect(await hmacHex(mac, macInput(inPairing, "extension"))).toBe(pairing.extensionMac);
			expect(await hmacHex(mac, macInput(inPairing, "owner"))).toBe(pairing.ownerMac);
			expect(await hmacHex(key, macInput(inSession, "extension"))).toBe(session.extensionMac);
			expect(await hmacHex(key, macInput(inSession, "owner"))).toBe(session.ownerMac);
		});

		test("the session key is sealed and opened, and no flipped bit passes", async () => {
			const [enc, key] = [bytes(pairing.encKey), bytes(inputs.key)];
			expect(await seal(enc, key, bytes(inputs.iv))).toEqual(pairing.sealed);
			expect(await open(enc, pairing.sealed)).toEqual(key);
			const { ciphertext, iv } = pairing.sealed;
			for (const flipped of flips(ciphertext)) expect(await open(enc, { ciphertext: flipped, iv })).toBeUndefined();
			for (const flipped of flips(iv)) expect(await open(enc, { ciphertext, iv: flipped })).toBeUndefined();
		});
	});
}

test("a point that is not on the curve is refused", async () => {
	const [first] = monkLink.vectors;
	const key = await privateKey(first?.inputs.privateD ?? "", first?.pairing.keyD ?? "");
	expect(agree(key, `04${"0".repeat(127)}1`)).rejects.toThrow();
	expect(agree(key, `04${"f".repeat(128)}`)).rejects.toThrow();
});

test("hex of the wrong case or of half a byte is not read", () => {
	expect([fromHex("AB"), fromHex("abc"), fromHex("zz")]).toEqual([undefined, undefined, undefined]);
	expect(fromHex("00ff")).toEqual(Uint8Array.of(0, 255));
});

test("base64 of another spelling is not opened", async () => {
	const [first] = monkLink.vectors;
	const [enc, sealed] = [bytes(first?.pairing.encKey ?? ""), first?.pairing.sealed ?? { ciphertext: "", iv: "" }];
	const urlSafe = sealed.ciphertext.replaceAll("+", "-").replaceAll("/", "_");
	expect(await open(enc, { ...sealed, ciphertext: `${sealed.ciphertext} ` })).toBeUndefined();
	expect(await open(enc, { ...sealed, iv: "!!!!" })).toBeUndefined();
	if (urlSafe !== sealed.ciphertext) expect(await open(enc, { ...sealed, ciphertext: urlSafe })).toBeUndefined();
});
