import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ScriptResult } from "../../catalog/scripts.ts";
import type { ToolHandler } from "./handler.ts";
import { type NumberedLine, numberedLines } from "./script-lines.ts";

type Found = ScriptResult<"scripts.source.grep">;

/** Hits with what surrounds them, each line once. */
export function hitLines({ matches }: Found): readonly NumberedLine[] {
	const lines = new Map<number, NumberedLine>();
	const add = (number: number, text: string, isHit: boolean): void => {
		if (isHit || !lines.has(number)) lines.set(number, { number, text, isHit });
	};
	for (const { lineNumber, line, before, after } of matches) {
		for (const [at, text] of before.entries()) add(lineNumber - before.length + at, text, false);
		add(lineNumber, line, true);
		for (const [at, text] of after.entries()) add(lineNumber + 1 + at, text, false);
	}
	return [...lines.values()].toSorted((a, b) => a.number - b.number);
}

export function hitSummary({ matches, totalMatches, truncated, totalLines, skippedLongLines }: Found): string {
	if (totalMatches === 0) return `Nothing found in ${totalLines} lines`;
	const shown = truncated || matches.length < totalMatches ? `; the first ${matches.length} are shown` : "";
	const skipped = skippedLongLines === 0 ? "" : `; ${skippedLongLines} long lines were not searched`;
	return `${totalMatches} ${totalMatches === 1 ? "line matches" : "lines match"} of ${totalLines}${shown}${skipped}`;
}

export const scriptsGrep: ToolHandler<ToolArgs<"scripts_grep">> = {
	on: "scripts",
	async run(args, call) {
		const structured = await call.ask("scripts.source.grep", args);
		const lines = hitLines(structured);
		return {
			result: hitSummary(structured),
			structured,
			...(lines.length === 0 ? {} : { script: numberedLines(lines) }),
		};
	},
};
