import { errorLine, type MonkError } from "../../lib/errors/error.ts";
import { showUnseen } from "../../lib/errors/unseen.ts";
import { visibleLines } from "../../lib/host/tools/plain-text.ts";
import { shellHint } from "./shell-hint.ts";

/**
 * Data goes to stdout, everything said meanwhile to stderr. What cannot be seen in a text, terminal escapes
 * before all, is shown as an escape.
 */
export const print = (text: string): void => void process.stdout.write(`${visibleLines(text)}\n`);

/** Words of monk's own and of nobody else, in its own colours. */
export const printOwn = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * A text as it stands, to the byte and without a line end of ours, into a file or a pipe; on a terminal what cannot be
 * seen is shown as an escape.
 */
export const printExactly = (text: string): void =>
	void process.stdout.write(process.stdout.isTTY ? `${visibleLines(text)}\n` : text);

/** JSON escapes the old control characters by itself; all else that is not seen is added. */
export const jsonLine = (value: unknown): string => showUnseen(JSON.stringify(value));

/** One JSON value on a line of its own. */
export const printJson = (value: unknown): void => void process.stdout.write(`${jsonLine(value)}\n`);

export const say = (text: string): void => void process.stderr.write(`${visibleLines(text)}\n`);

/** Writes over the line said before, on a terminal; elsewhere it says nothing, so that logs stay short. */
export function sayOver(text: string): void {
	if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${visibleLines(text)}`);
}

/** Ends a line that was written over. */
export function endLine(): void {
	if (process.stderr.isTTY) process.stderr.write("\n");
}

/** Two lines for a person: what went wrong, and what to do. */
export function sayError(error: MonkError): void {
	say(errorLine(error));
	say(shellHint(error.code, error.hint));
}
