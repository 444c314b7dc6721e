import type { ToolArgs } from "../../catalog/catalog.ts";
import { acted } from "./acted.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";

export const handleDialog: ToolHandler<ToolArgs<"browser_handle_dialog">> = {
	on: "tab",
	async run(args, call) {
		const end = await call.ask("browser_handle_dialog", args);
		return pageAfter(call, acted(args.accept ? "Accepted the dialog" : "Dismissed the dialog", end));
	},
};
