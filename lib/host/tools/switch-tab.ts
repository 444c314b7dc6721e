import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";

export const switchTab: ToolHandler<ToolArgs<"browser_switch_tab">> = {
	on: "tab",
	async run(_, call) {
		await call.ask("browser_switch_tab");
		return pageAfter(call, `Brought tab ${call.tab.slot} to the front`);
	},
};
