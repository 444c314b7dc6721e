import type { ScriptResult, ScriptSummary } from "../../catalog/scripts.ts";
import type { ToolOutput } from "./handler.ts";
import { oneLine } from "./plain-text.ts";

/** A user script on one line, whatever it says of itself. */
export function scriptLine({ uuid, name, enabled, type, version, description }: ScriptSummary): string {
	const facts = [enabled ? "on" : "off", ...(type === "normal" ? [] : [type])].join(", ");
	const named = `${uuid} (${facts}) ${oneLine(name)}${version === undefined ? "" : ` ${oneLine(version)}`}`;
	const about = oneLine(description ?? "");
	return about === "" ? named : `${named}: ${about}`;
}

/** Numbered lines, hits marked with `>`, stretches apart by an empty line. */
export interface NumberedLine {
	readonly number: number;
	readonly text: string;
	readonly isHit: boolean;
}

export function numberedLines(lines: readonly NumberedLine[]): string {
	const width = String(Math.max(0, ...lines.map(({ number }) => number))).length;
	let before: number | undefined;
	return lines
		.flatMap(({ number, text, isHit }) => {
			const gap = before !== undefined && number !== before + 1 ? [""] : [];
			before = number;
			return [...gap, `${isHit ? ">" : " "} ${String(number).padStart(width)} ${text.replace(/\r$/, "")}`];
		})
		.join("\n");
}

/** What a change came to: which script, and whether it runs now. The name is the script's own word. */
export function changedOutput(done: string, { uuid, name, enabled }: ScriptResult<"scripts.edit.request">): ToolOutput {
	const structured = { uuid, name, enabled };
	return {
		result: `${done} ${uuid}, ${enabled ? "enabled" : "disabled"}`,
		script: `name: ${oneLine(name)}`,
		structured,
	};
}
