import type { ToolArgs } from "../../catalog/catalog.ts";
import { arrived } from "./arrived.ts";
import type { ToolHandler } from "./handler.ts";

export const reload: ToolHandler<ToolArgs<"browser_reload">> = {
	on: "tab",
	run: async (_, call) => arrived(call, "Reloaded", await call.ask("browser_reload")),
};
