import { type ErrorCode, errorRules, isErrorCode } from "./codes.ts";
import { oneLine } from "./one-line.ts";

/** An error as it crosses a wire: no stack, branch on `code` and never on prose. */
export interface WireError {
	readonly code: string;
	readonly message: string;
	readonly hint?: string;
	readonly data?: unknown;
}

export interface ErrorDetails {
	/** Overrides the table's next step where the place that fails knows a better one. */
	readonly hint?: string;
	/** Facts for a program; must be JSON and hold no secret. */
	readonly data?: unknown;
	readonly cause?: unknown;
}

/** The one error class: a stable code, one clear line, the next step. */
export class MonkError extends Error {
	override readonly name = "MonkError";
	readonly code: ErrorCode;
	readonly hint: string;
	readonly data: unknown;

	constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
		super(message, details.cause === undefined ? undefined : { cause: details.cause });
		this.code = code;
		this.hint = details.hint ?? errorRules[code].next;
		this.data = details.data;
	}
}

/** What may be told of any thrown value. A stranger's error tells only that something broke. */
export function toWireError(thrown: unknown): WireError {
	if (!(thrown instanceof MonkError)) return { code: "INTERNAL_ERROR", message: "internal error" };
	const { code, message, hint, data } = thrown;
	return { code, message, hint, ...(data === undefined ? {} : { data }) };
}

/**
 * Reads the `error` of a response. A bare string is an older extension's `INTERNAL_ERROR`; a code that this
 * version does not know is kept in `data.code`. Its words are a peer's, so that they stay on one line.
 */
export function fromWireError(error: WireError | string): MonkError {
	if (typeof error === "string") return new MonkError("INTERNAL_ERROR", oneLine(error));
	const { code, hint, data } = error;
	const message = oneLine(error.message);
	const details = { ...(hint === undefined ? {} : { hint: oneLine(hint) }), data };
	if (isErrorCode(code)) return new MonkError(code, message, details);
	return new MonkError("INTERNAL_ERROR", `${oneLine(code)}: ${message}`, { ...details, data: { code, data } });
}

/** The line that a person or an agent reads: `CODE: message`. A message may quote whatever was typed or answered. */
export const errorLine = (error: MonkError): string => `${error.code}: ${oneLine(error.message)}`;

/** Wraps whatever was thrown, so that callers deal with one class. */
export function asMonkError(thrown: unknown): MonkError {
	if (thrown instanceof MonkError) return thrown;
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	return new MonkError("INTERNAL_ERROR", message, { cause: thrown });
}
