import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

export const click: ToolHandler<ToolArgs<"browser_click">> = {
	on: "tab",
	async run(args, call) {
		const { via, navigated } = await call.ask("browser_click", args);
		const means = via === "dom" ? "\nvia: dom (Chrome refused the debugger, so the events are not trusted)" : "";
		const moved = navigated === undefined ? "" : `\nThe tab went to ${oneLine(navigated)}`;
		return pageAfter(call, `Clicked ${oneLine(args.element ?? args.ref)}${means}${moved}`);
	},
};
