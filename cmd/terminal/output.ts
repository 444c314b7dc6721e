import { errorLine, type MonkError } from "../../lib/errors/error.ts";
import { manyLines } from "../../lib/host/tools/plain-text.ts";

/**
 * Data goes to stdout, everything said meanwhile to stderr. Whatever pages and extensions put into a text loses its
 * terminal escapes on the way.
 */
export const print = (text: string): void => void process.stdout.write(`${manyLines(text)}\n`);

/** One JSON value on a line of its own. JSON escapes control characters by itself. */
export const printJson = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

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
