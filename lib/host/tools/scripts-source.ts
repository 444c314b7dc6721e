import type { ToolArgs } from "../../catalog/catalog.ts";
import { AGENT_SOURCE_BYTES, type ScriptResult } from "../../catalog/scripts.ts";
import type { ToolHandler } from "./handler.ts";

/** What the lines cannot show, since their ends look all alike. */
function endsOf(code: string): string {
	const all = code.split("\n").length - 1;
	const windows = code.split("\r\n").length - 1;
	if (windows === 0) return "";
	return windows === all ? "; lines end with CR LF" : `; ${windows} of ${all} line ends are CR LF`;
}

function summary({ startLine, endLine, totalLines, sha256, code }: ScriptResult<"scripts.source.get">): string {
	return `Lines ${startLine} to ${endLine} of ${totalLines}; sha256 of the whole ${sha256}${endsOf(code)}`;
}

export const scriptsSource: ToolHandler<ToolArgs<"scripts_source">> = {
	on: "scripts",
	async run(args, call) {
		const budget = args.startLine === undefined ? { maxBytes: AGENT_SOURCE_BYTES } : {};
		const structured = await call.ask("scripts.source.get", { ...args, ...budget });
		return { result: summary(structured), script: structured.code, structured };
	},
};
