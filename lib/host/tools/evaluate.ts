import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";

export const evaluate: ToolHandler<ToolArgs<"browser_evaluate">> = {
	on: "tab",
	async run(args, call) {
		const { value } = await call.ask("browser_evaluate", args);
		return {
			value,
			page: { profile: call.profile.slug, tab: call.tab.slot, url: call.tab.url },
			structured: { value },
		};
	},
};
