import { MonkError } from "../../lib/errors/error.ts";

export const scriptArg = {
	script: { type: "positional", required: true, description: "Its uuid, the start of it, or its name" },
} as const;

const invalid = (flag: string, text: string, kind: string): MonkError =>
	new MonkError("INVALID_ARGUMENT", `${flag} takes ${kind}, not "${text}"`, { hint: "See the command's --help." });

/**
 * A flag's whole number.
 *
 * @throws MonkError INVALID_ARGUMENT
 */
export function readCount(flag: string, text: string | undefined, least: number): number | undefined {
	if (text === undefined) return undefined;
	const count = Number(text);
	if (/^\d+$/.test(text) && count >= least) return count;
	throw invalid(flag, text, `a whole number from ${least}`);
}

/**
 * `A-B`, or `A` for one line.
 *
 * @throws MonkError INVALID_ARGUMENT
 */
export function readLines(text: string | undefined) {
	if (text === undefined) return {};
	const [, first, last] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
	const startLine = Number(first);
	const endLine = Number(last ?? first);
	if (first === undefined || startLine < 1 || endLine < startLine)
		throw invalid("--lines", text, "lines such as 10-40");
	return { startLine, endLine };
}
