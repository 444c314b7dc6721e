import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";

export const wait: ToolHandler<ToolArgs<"browser_wait">> = {
	on: "tab",
	async run(args, call) {
		const { waitedMs } = await call.ask("browser_wait", args);
		return pageAfter(call, `Waited ${waitedMs} ms`);
	},
};
