import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { changedOutput } from "./script-lines.ts";

export const scriptsInstall: ToolHandler<ToolArgs<"scripts_install">> = {
	on: "scripts",
	async run(args, call) {
		return changedOutput("Installed", await call.ask("scripts.install.request", args));
	},
};
