import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";

export const scriptsToggle: ToolHandler<ToolArgs<"scripts_toggle">> = {
	on: "scripts",
	async run(args, call) {
		const { uuid, enabled } = await call.ask("scripts.toggle.request", args);
		return { result: `${enabled ? "Enabled" : "Disabled"} ${uuid}`, structured: { uuid, enabled } };
	},
};
