/** Lower-case hex, the only spelling that a nonce, a MAC or a public key may have on the wire. */
export const toHex = (bytes: Uint8Array): string => {
	let text = "";
	for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
	return text;
};

/** Undefined unless the text is whole bytes of lower-case hex: upper case and half bytes are refused, not read. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
	if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined;
	return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
}

/** Constant in time for texts of one length; the lengths themselves are public. */
export function isSameText(left: string, right: string): boolean {
	if (left.length !== right.length) return false;
	let difference = 0;
	for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
	return difference === 0;
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
