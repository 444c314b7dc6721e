import type { ToolArgs } from "../../catalog/catalog.ts";
import { arrived } from "./arrived.ts";
import type { ToolHandler } from "./handler.ts";

export const goBack: ToolHandler<ToolArgs<"browser_go_back">> = {
	on: "tab",
	run: async (_, call) => arrived(call, "Went back to", await call.ask("browser_go_back")),
};
