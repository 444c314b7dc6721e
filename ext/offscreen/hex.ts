export const toHex = (bytes: Uint8Array): string =>
	Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Of what `toHex` made; anything else gives nonsense. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
