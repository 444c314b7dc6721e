import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { changedOutput } from "./script-lines.ts";

export const scriptsEdit: ToolHandler<ToolArgs<"scripts_edit">> = {
	on: "scripts",
	async run(args, call) {
		return changedOutput("Edited", await call.ask("scripts.edit.request", args));
	},
};
