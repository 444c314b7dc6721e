import { tools } from "./catalog.ts";
import type { Effect, Shape, ToolEntry, ToolTarget } from "./define.ts";

/** A property of a tool's arguments in JSON Schema (2020-12), as far as our shapes use it. */
export interface ArgSchema {
	readonly type?: string;
	readonly description?: string;
	readonly enum?: readonly string[];
	readonly items?: ArgSchema;
	readonly minimum?: number;
	readonly exclusiveMinimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly anyOf?: readonly ArgSchema[];
}

/** What a tool gives as data, in JSON Schema: an object with these properties. */
export interface OutputSchema {
	readonly type: "object";
	readonly properties: Readonly<Record<string, object>>;
	readonly required: readonly string[];
}

export interface ArgsSchema {
	readonly type: "object";
	readonly properties: Readonly<Record<string, ArgSchema>>;
	readonly required: string[];
	readonly additionalProperties: false;
}

/** A tool as plain JSON: all that the MCP list, the CLI's flags and help are made from, without arktype. */
export interface ListedTool {
	readonly name: string;
	readonly title: string;
	readonly about: string;
	readonly group: ToolEntry["group"];
	readonly target: ToolTarget;
	readonly effect: Effect;
	readonly isGentle?: true;
	readonly mayTakeLong?: true;
	readonly example: string;
	/** The tool's own arguments in the catalogue's order, then the common ones. */
	readonly inputSchema: ArgsSchema;
	readonly outputSchema?: OutputSchema;
}

const profile: ArgSchema = {
	type: "string",
	description: "Browser profile: its name from browser_list_tabs, or the start of it",
};
const profiles: ArgSchema = {
	anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
	description: `${profile.description}; or a list of them, for all their pages side by side`,
};
const tab: ArgSchema = { type: "integer", minimum: 1, description: "Number of the tab from browser_list_tabs" };
const timeoutMs: ArgSchema = { type: "integer", minimum: 1, description: "Milliseconds to allow for the call" };

/** The arguments that a tool takes beside its own. */
const commonArgs = {
	tab: { profile, tab, timeoutMs },
	profile: { profile, timeoutMs },
	none: {},
} as const satisfies Record<ToolTarget, Record<string, ArgSchema>>;

const commonOf = ({ target, effect }: ToolEntry): Record<string, ArgSchema> =>
	effect === "read" && target !== "none" ? { ...commonArgs[target], profile: profiles } : commonArgs[target];

/** arktype writes an enumeration without its type, which some clients' parsers want. */
function typed(schema: ArgSchema): ArgSchema {
	const items = schema.items === undefined ? {} : { items: typed(schema.items) };
	return schema.enum === undefined || schema.type !== undefined
		? { ...schema, ...items }
		: { type: "string", ...schema, ...items };
}

function inputSchema(tool: ToolEntry): ArgsSchema {
	const schema = tool.args.in.toJsonSchema() as Partial<ArgsSchema>;
	const own = Object.entries(tool.argsAbout).map(([name, description]) => [
		name,
		{ ...typed(schema.properties?.[name] ?? {}), description },
	]);
	return {
		type: "object",
		properties: { ...Object.fromEntries(own), ...commonOf(tool) },
		required: [...(schema.required ?? [])],
		additionalProperties: false,
	};
}

function outputSchema(output: Shape): OutputSchema {
	const { properties = {}, required = [] } = output.toJsonSchema() as Partial<OutputSchema>;
	return { type: "object", properties, required };
}

/** Every tool of the catalogue, in its order. */
export const listTools = (): readonly ListedTool[] =>
	Object.entries(tools).map(([name, tool]: [string, ToolEntry]) => ({
		name,
		title: tool.title,
		about: tool.about,
		group: tool.group,
		target: tool.target,
		effect: tool.effect,
		...(tool.isGentle === undefined ? {} : { isGentle: tool.isGentle }),
		...(tool.mayTakeLong === undefined ? {} : { mayTakeLong: tool.mayTakeLong }),
		example: tool.example,
		inputSchema: inputSchema(tool),
		...(tool.output === undefined ? {} : { outputSchema: outputSchema(tool.output) }),
	}));
