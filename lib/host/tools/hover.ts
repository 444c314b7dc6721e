import type { ToolArgs } from "../../catalog/catalog.ts";
import { acted } from "./acted.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

export const hover: ToolHandler<ToolArgs<"browser_hover">> = {
	on: "tab",
	async run(args, call) {
		const end = await call.ask("browser_hover", args);
		return pageAfter(call, acted(`Hovered over ${oneLine(args.element ?? args.ref)}`, end));
	},
};
