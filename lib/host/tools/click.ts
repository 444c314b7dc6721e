import type { ToolArgs } from "../../catalog/catalog.ts";
import { acted } from "./acted.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

export const click: ToolHandler<ToolArgs<"browser_click">> = {
	on: "tab",
	async run(args, call) {
		const end = await call.ask("browser_click", args);
		return pageAfter(call, acted(`Clicked ${oneLine(args.element ?? args.ref)}`, end));
	},
};
