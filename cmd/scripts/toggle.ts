import { defineCommand } from "citty";
import { jsonArg, meta, portArgs } from "../terminal/args.ts";
import { scriptArg } from "./args.ts";
import { changed } from "./changed.ts";
import { withScriptManager } from "./script-manager.ts";

const toggle = (verb: "enable" | "disable") =>
	defineCommand({
		meta: meta(
			`scripts ${verb}`,
			`Ask a person, in the browser, to ${verb} a user script`,
			`monk scripts ${verb} 5f0c2a31`,
		),
		args: { ...scriptArg, ...portArgs, ...jsonArg },
		async run({ args: { script, json, ...flags } }) {
			const result = await withScriptManager(flags, async (manager) =>
				manager.ask("scripts.toggle.request", { uuid: await manager.uuidOf(script), enable: verb === "enable" }),
			);
			changed(`${verb}d`, result, json);
		},
	});

export const enable = toggle("enable");
export const disable = toggle("disable");
