import type { ArgSchema, ListedTool } from "../../lib/host/tool-list.ts";
import { flagOf } from "./tool-flags.ts";

function kindOf(schema: ArgSchema): string {
	if (schema.enum) return schema.enum.join("|");
	if (schema.type === "array") return `${kindOf(schema.items ?? {})} …`;
	return schema.type ?? "value";
}

function argLine(name: string, schema: ArgSchema, isRequired: boolean, width: number): string {
	const flag = `${flagOf(name)} <${kindOf(schema)}>`.padEnd(width);
	return `  ${flag}  ${schema.description ?? ""}${isRequired ? " (required)" : ""}`;
}

/** What `monk call TOOL --help` prints. */
export function toolHelp({ name, title, about, example, inputSchema }: ListedTool): string {
	const args = Object.entries(inputSchema.properties);
	const width = Math.max(0, ...args.map(([arg, schema]) => `${flagOf(arg)} <${kindOf(schema)}>`.length));
	const lines = args.map(([arg, schema]) => argLine(arg, schema, inputSchema.required.includes(arg), width));
	return [
		`${title}: monk call ${name}`,
		"",
		about,
		...(lines.length === 0 ? [] : ["", "ARGUMENTS", "", ...lines]),
		"",
		"One JSON object may stand in their place. --json prints the result as one line of JSON.",
		"",
		"EXAMPLE",
		"",
		`  ${example}`,
	].join("\n");
}

const firstSentence = (about: string): string => /^.*?[.](?=\s|$)/s.exec(about)?.[0] ?? about;

/** What `monk call --help` prints. */
export function callHelp(tools: readonly ListedTool[]): string {
	const width = Math.max(...tools.map(({ name }) => name.length));
	return [
		"Call a tool in a shared tab: monk call TOOL [--argument value … | JSON]",
		"",
		"TOOLS",
		"",
		...tools.map(({ name, about }) => `  ${name.padEnd(width)}  ${firstSentence(about)}`),
		"",
		"Run `monk call TOOL --help` for a tool's arguments.",
		"",
		"EXAMPLE",
		"",
		"  monk call browser_snapshot",
	].join("\n");
}
