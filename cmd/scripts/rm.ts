import { defineCommand } from "citty";
import { jsonArg, meta, portArgs } from "../terminal/args.ts";
import { scriptArg } from "./args.ts";
import { changed } from "./changed.ts";
import { withScriptManager } from "./script-manager.ts";

export const rm = defineCommand({
	meta: meta("scripts rm", "Ask a person, in the browser, to delete a user script", "monk scripts rm 5f0c2a31"),
	args: { ...scriptArg, ...portArgs, ...jsonArg },
	async run({ args: { script, json, ...flags } }) {
		const { uuid } = await withScriptManager(flags, async (manager) =>
			manager.ask("scripts.delete.request", { uuid: await manager.uuidOf(script) }),
		);
		changed("deleted", { uuid }, json);
	},
});
