import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { readPage } from "./page-after.ts";

export const snapshot: ToolHandler<ToolArgs<"browser_snapshot">> = {
	on: "tab",
	run: (_, call) => readPage(call),
};
