import type { ToolArgs } from "../../catalog/catalog.ts";
import { arrived } from "./arrived.ts";
import type { ToolHandler } from "./handler.ts";

export const navigate: ToolHandler<ToolArgs<"browser_navigate">> = {
	on: "tab",
	run: async ({ url }, call) => arrived(call, "Navigated to", await call.ask("browser_navigate", { url })),
};
