import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";

export const scriptsDelete: ToolHandler<ToolArgs<"scripts_delete">> = {
	on: "scripts",
	async run(args, call) {
		const { uuid } = await call.ask("scripts.delete.request", args);
		return { result: `Deleted ${uuid}`, structured: { uuid, deleted: true } };
	},
};
