import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";

export const evaluate: ToolHandler<ToolArgs<"browser_evaluate">> = {
	on: "tab",
	async run(args, call) {
		const { value, omitted } = await call.ask("browser_evaluate", args);
		const cut = `The result is too large: ${omitted} characters are left out of what follows. Return less.`;
		return {
			...(omitted === undefined ? {} : { result: cut }),
			value,
			page: { profile: call.profile.slug, tab: call.tab.slot, url: call.tab.url },
			structured: { value, ...(omitted === undefined ? {} : { omitted }) },
		};
	},
};
