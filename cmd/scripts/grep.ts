import { defineCommand } from "citty";
import { numberedLines } from "../../lib/host/tools/script-lines.ts";
import { hitLines, hitSummary } from "../../lib/host/tools/scripts-grep.ts";
import { jsonArg, meta, portArgs } from "../terminal/args.ts";
import { print, printJson, say } from "../terminal/output.ts";
import { readCount, scriptArg } from "./args.ts";
import { withScriptManager } from "./script-manager.ts";

export const grep = defineCommand({
	meta: meta(
		"scripts grep",
		"Find lines in a user script's source once a person allows it; none found is no error",
		"monk scripts grep Tidy fetch --context 2",
	),
	args: {
		...scriptArg,
		query: { type: "positional", required: true, description: "Words to find" },
		regex: { type: "boolean", description: "The query is a regular expression, JavaScript's" },
		"ignore-case": { type: "boolean", description: "Capital letters match small ones" },
		context: { type: "string", valueHint: "lines", description: "Lines before and after each hit, to 10 (0)" },
		max: { type: "string", valueHint: "hits", description: "Hits at most, to 200 (50)" },
		...portArgs,
		...jsonArg,
	},
	async run({ args: { script, query, regex, context, max, json, ...flags } }) {
		const contextLines = readCount("--context", context, 0);
		const maxMatches = readCount("--max", max, 1);
		const found = await withScriptManager(flags, async (manager) =>
			manager.ask("scripts.source.grep", {
				uuid: await manager.uuidOf(script),
				query,
				...(regex ? { mode: "regex" as const } : {}),
				...(flags["ignore-case"] ? { ignoreCase: true } : {}),
				...(contextLines === undefined ? {} : { contextLines }),
				...(maxMatches === undefined ? {} : { maxMatches }),
			}),
		);
		if (json) return printJson(found);
		if (found.matches.length > 0) print(numberedLines(hitLines(found)));
		say(hitSummary(found));
	},
});
