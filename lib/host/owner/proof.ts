/**
 * How the owner proves that it wrote the control token, so that a stranger who took the port is never shown it:
 * HMAC-SHA-256 under the token over the context and the asker's nonce.
 */
const context = new TextEncoder().encode("monk-control-v1/owner");

/** @param token 32 bytes in hex; @param nonce 32 bytes in hex; gives the MAC in lower-case hex */
export async function ownerProof(token: string, nonce: string): Promise<string> {
	const secret = Uint8Array.fromHex(token);
	const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	const mac = await crypto.subtle.sign("HMAC", key, Buffer.concat([context, Uint8Array.fromHex(nonce)]));
	return new Uint8Array(mac).toHex();
}
