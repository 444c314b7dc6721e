import type { ToolArgs } from "../../catalog/catalog.ts";
import { acted } from "./acted.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

export const pressKey: ToolHandler<ToolArgs<"browser_press_key">> = {
	on: "tab",
	run: async (args, call) =>
		pageAfter(call, acted(`Pressed ${oneLine(args.key)}`, await call.ask("browser_press_key", args))),
};
