type Bytes = Uint8Array<ArrayBuffer>;

/** The session key under the code's key, as it stands on the wire: standard base64 with padding. */
export interface SealedKey {
	/** 48 bytes: AES-256-GCM's ciphertext of the 32 bytes, then its tag. */
	readonly ciphertext: string;
	/** 12 bytes. */
	readonly iv: string;
}

const IV_BYTES = 12;
const KEY_BYTES = 32;

const aesKey = (key: Bytes, usage: "encrypt" | "decrypt") =>
	crypto.subtle.importKey("raw", key, "AES-GCM", false, [usage]);

/** `iv` must be fresh; the sealing key is too, so a repeated one would do no harm yet. */
export async function seal(under: Bytes, secret: Bytes, iv: Bytes): Promise<SealedKey> {
	const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await aesKey(under, "encrypt"), secret);
	return { ciphertext: toBase64(new Uint8Array(sealed)), iv: toBase64(iv) };
}

/** Undefined when anything about it is wrong: the spelling, the lengths, or the tag. */
export async function open(under: Bytes, sealed: SealedKey): Promise<Bytes | undefined> {
	const [iv, ciphertext] = [fromBase64(sealed.iv), fromBase64(sealed.ciphertext)];
	if (iv?.length !== IV_BYTES || ciphertext === undefined) return undefined;
	try {
		const key = await aesKey(under, "decrypt");
		const secret = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, ciphertext));
		return secret.length === KEY_BYTES ? secret : undefined;
	} catch {
		return undefined;
	}
}

const toBase64 = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes));

function fromBase64(text: string): Bytes | undefined {
	try {
		const bytes = Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
		// Only the one canonical spelling is taken, so that a byte can be flipped nowhere without notice.
		return toBase64(bytes) === text ? bytes : undefined;
	} catch {
		return undefined;
	}
}
