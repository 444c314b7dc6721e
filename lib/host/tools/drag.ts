import type { ToolArgs } from "../../catalog/catalog.ts";
import { acted } from "./acted.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

export const drag: ToolHandler<ToolArgs<"browser_drag">> = {
	on: "tab",
	async run(args, call) {
		const end = await call.ask("browser_drag", args);
		const [from, to] = [args.startElement ?? args.startRef, args.endElement ?? args.endRef];
		return pageAfter(call, acted(`Dragged ${oneLine(from)} onto ${oneLine(to)}`, end));
	},
};
