import type { ArgSchema, ListedTool } from "./listing.ts";

/** What an argument may be, as a reader says it. */
function kindOf({ type = "object", enum: choices, items, anyOf }: ArgSchema): string {
	if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(", ");
	if (anyOf !== undefined) return anyOf.map(kindOf).join(" or ");
	return items === undefined ? type : `list of ${kindOf(items)}`;
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function documentTool({ name, about, effect, group, inputSchema, example }: ListedTool): string {
	const { properties, required } = inputSchema;
	const rows = Object.entries(properties).map(([arg, schema]) => {
		const isRequired = required.includes(arg) ? "required" : "";
		return `| \`${arg}\` | ${cell(kindOf(schema))} | ${isRequired} | ${cell(schema.description ?? "")} |`;
	});
	const table = rows.length === 0 ? [] : ["", "| argument | kind | | |", "|---|---|---|---|", ...rows];
	return [`## ${name}`, "", about, "", `Group ${group}, ${effect}. \`${example}\``, ...table].join("\n");
}

/** The page of the tools, in Markdown, from the list that agents and the command line get. */
export const documentTools = (tools: readonly ListedTool[]): string =>
	[
		"# Tools",
		"",
		"Made from the catalogue by `bun run docs`; a test fails when this page is stale.",
		"",
		...tools.map((tool) => `${documentTool(tool)}\n`),
	].join("\n");
