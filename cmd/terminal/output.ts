import { errorLine, type MonkError } from "../../lib/errors/error.ts";
import { manyLines, visibleLines } from "../../lib/host/tools/plain-text.ts";

/**
 * Data goes to stdout, everything said meanwhile to stderr. Whatever pages and extensions put into a text loses its
 * terminal escapes on the way.
 */
export const print = (text: string): void => void process.stdout.write(`${manyLines(text)}\n`);

/**
 * A text as it stands, to the byte and without a line end of ours, into a file or a pipe; on a terminal what cannot be
 * seen is shown as an escape.
 */
export const printExactly = (text: string): void =>
	void process.stdout.write(
		process.stdout.isTTY
			? `${visibleLines(text)}
`
			: text,
	);

/** JSON escapes the old control characters by itself; the newer ones and those that turn text round are added. */
const unseen = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

export const jsonLine = (value: unknown): string => JSON.stringify(value).replace(unseen, escaped);

/** One JSON value on a line of its own. */
export const printJson = (value: unknown): void => void process.stdout.write(`${jsonLine(value)}\n`);

export const say = (text: string): void => void process.stderr.write(`${manyLines(text)}\n`);

/** Writes over the line said before, on a terminal; elsewhere it says nothing, so that logs stay short. */
export function sayOver(text: string): void {
	if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${manyLines(text)}`);
}

/** Ends a line that was written over. */
export function endLine(): void {
	if (process.stderr.isTTY) process.stderr.write("\n");
}

/** Two lines for a person: what went wrong, and what to do. */
export function sayError(error: MonkError): void {
	say(errorLine(error));
	say(error.hint);
}
