import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { scriptLine } from "./script-lines.ts";

export const scriptsList: ToolHandler<ToolArgs<"scripts_list">> = {
	on: "scripts",
	async run(_, call) {
		const structured = await call.ask("scripts.list", {});
		const { scripts } = structured;
		const result = `${scripts.length} user ${scripts.length === 1 ? "script" : "scripts"}`;
		return { result, structured, ...(scripts.length === 0 ? {} : { script: scripts.map(scriptLine).join("\n") }) };
	},
};
