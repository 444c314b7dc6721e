import { defineCommand } from "citty";
import { scriptLine } from "../../lib/host/tools/script-lines.ts";
import { jsonArg, meta, portArgs } from "../terminal/args.ts";
import { print, printJson, say } from "../terminal/output.ts";
import { withScriptManager } from "./script-manager.ts";

export const list = defineCommand({
	meta: meta("scripts list", "List the user scripts, with their uuids", "monk scripts list --json"),
	args: { ...portArgs, ...jsonArg },
	async run({ args: { json, ...flags } }) {
		const { scripts } = await withScriptManager(flags, (manager) => manager.ask("scripts.list", {}));
		if (json) for (const script of scripts) printJson(script);
		else if (scripts.length === 0) say("There are no user scripts");
		else print(scripts.map(scriptLine).join("\n"));
	},
});
