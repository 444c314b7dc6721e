import { defineCommand } from "citty";
import { jsonArg, meta, portArgs } from "../terminal/args.ts";
import { printExactly, printJson } from "../terminal/output.ts";
import { readLines, scriptArg } from "./args.ts";
import { withScriptManager } from "./script-manager.ts";

export const source = defineCommand({
	meta: meta(
		"scripts source",
		"Print a user script's source once a person allows it; into a file or a pipe to the byte",
		"monk scripts source Tidy --lines 1-40",
	),
	args: {
		...scriptArg,
		lines: { type: "string", valueHint: "A-B", description: "Only these lines, counted from 1" },
		...portArgs,
		...jsonArg,
	},
	async run({ args: { script, lines, json, ...flags } }) {
		const window = readLines(lines);
		const found = await withScriptManager(flags, async (manager) =>
			manager.ask("scripts.source.get", { uuid: await manager.uuidOf(script), ...window }),
		);
		if (json) printJson(found);
		else printExactly(found.code);
	},
});
