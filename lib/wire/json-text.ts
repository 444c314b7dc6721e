import { limits } from "./limits.ts";
import type { BrokenFrame } from "./message.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export const broken = (why: string): BrokenFrame => ({ kind: "broken", why });

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Undefined when the text is no JSON object. Never throws: hostile nesting can overflow the parser's stack. */
export function parseObject(text: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

export const isId = (value: unknown): value is string =>
	typeof value === "string" && value.length > 0 && value.length <= limits.idChars;

export const isMethod = (value: unknown): value is string =>
	typeof value === "string" && value.length > 0 && value.length <= limits.methodChars;

/** Whether a text is longer than `max` bytes of UTF-8, mostly without counting. */
export function exceedsUtf8(text: string, max: number): boolean {
	if (text.length > max) return true;
	if (text.length * 3 <= max) return false;
	let bytes = text.length;
	for (let at = 0; at < text.length && bytes <= max; at++) {
		const unit = text.charCodeAt(at);
		// Each half of a surrogate pair is 2 of its 4 bytes; a lone one becomes U+FFFD, 3 bytes, and is counted as 2.
		if (unit >= 0x80) bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
	}
	return bytes > max;
}
