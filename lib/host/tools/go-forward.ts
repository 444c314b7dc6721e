import type { ToolArgs } from "../../catalog/catalog.ts";
import { arrived } from "./arrived.ts";
import type { ToolHandler } from "./handler.ts";

export const goForward: ToolHandler<ToolArgs<"browser_go_forward">> = {
	on: "tab",
	run: async (_, call) => arrived(call, "Went forward to", await call.ask("browser_go_forward")),
};
