import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ScriptResult } from "../../catalog/scripts.ts";
import type { ToolHandler } from "./handler.ts";
import { oneLine } from "./plain-text.ts";

/** What a script says of itself, `name: value` a line. */
export const metadataLines = (metadata: ScriptResult<"scripts.metadata.get">): string =>
	Object.entries(metadata)
		.filter(([name]) => name !== "contentTrust")
		.flatMap(([name, value]) =>
			(Array.isArray(value) ? value : [value]).map((one) => `${name}: ${oneLine(String(one))}`),
		)
		.join("\n");

export const scriptsMetadata: ToolHandler<ToolArgs<"scripts_metadata">> = {
	on: "scripts",
	async run({ uuid }, call) {
		const structured = await call.ask("scripts.metadata.get", { uuid });
		return { script: metadataLines(structured), structured };
	},
};
