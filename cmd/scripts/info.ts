import { defineCommand } from "citty";
import { metadataLines } from "../../lib/host/tools/scripts-metadata.ts";
import { jsonArg, meta, portArgs } from "../terminal/args.ts";
import { print, printJson } from "../terminal/output.ts";
import { scriptArg } from "./args.ts";
import { withScriptManager } from "./script-manager.ts";

export const info = defineCommand({
	meta: meta("scripts info", "Show what a user script says of itself", "monk scripts info 5f0c2a31"),
	args: { ...scriptArg, ...portArgs, ...jsonArg },
	async run({ args: { script, json, ...flags } }) {
		const metadata = await withScriptManager(flags, async (manager) =>
			manager.ask("scripts.metadata.get", { uuid: await manager.uuidOf(script) }),
		);
		if (json) printJson(metadata);
		else print(metadataLines(metadata));
	},
});
