import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ArgSchema, ListedTool, OutputSchema } from "../tool-list.ts";

/**
 * Arguments that many tools take, in fewer words than the catalogue has for them: an agent pays for each tool's list
 * with every conversation, and `instructions` says once what these mean.
 */
const shortly: Readonly<Record<string, string>> = {
	profile: "",
	tab: "",
	timeoutMs: "",
	element: "Your name for it",
	startElement: "Your name for it",
	endElement: "Your name for it",
	settleMs: "Wait afterwards, for timers",
	file: "File to write it to instead",
	max_chars: "Characters at most (40000)",
	lease: "true keeps others from acting in this tab, false gives it back",
};

/** Bounds, which the owner checks anyway and names in its error. */
const bounds = new Set(["minLength", "maxLength", "minItems", "minimum", "maximum", "exclusiveMinimum"]);

function short({ items, description, ...schema }: ArgSchema, name: string): object {
	const words = Object.hasOwn(shortly, name) ? shortly[name] : description;
	return {
		...Object.fromEntries(Object.entries(schema).filter(([key]) => !bounds.has(key))),
		...(items === undefined ? {} : { items: short(items, "") }),
		...(words ? { description: words } : {}),
	};
}

function inputSchema({ properties, required }: ListedTool["inputSchema"]): Tool["inputSchema"] {
	const shortened = Object.entries(properties).map(([name, schema]) => [name, short(schema, name)]);
	return {
		type: "object",
		properties: Object.fromEntries(shortened),
		...(required.length === 0 ? {} : { required }),
		additionalProperties: false,
	};
}

/** A client that is told more than it knows of has no reason to complain. */
const open = (schema: unknown): unknown => {
	if (Array.isArray(schema)) return schema.map(open);
	if (typeof schema !== "object" || schema === null) return schema;
	const kept = Object.entries(schema).filter(([key, value]) => key !== "additionalProperties" || value !== false);
	return Object.fromEntries(kept.map(([key, value]) => [key, open(value)]));
};

/**
 * What the tool gives, or that of several profiles, or an error: a client checks the data of a failed call against the
 * same schema.
 */
const outputSchema = ({ properties, required }: OutputSchema): NonNullable<Tool["outputSchema"]> => ({
	type: "object",
	properties: open(properties) as Record<string, object>,
	anyOf: [{ required }, { required: ["profiles"] }, { required: ["code", "hint"] }],
});

/** Whether the tool only reads; and if not, whether it may change what cannot be had back. */
const annotations = ({ effect, isGentle }: ListedTool): NonNullable<Tool["annotations"]> =>
	effect === "read" ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: isGentle !== true };

/** A tool as MCP lists it. */
export const listed = (tool: ListedTool): Tool => ({
	name: tool.name,
	title: tool.title,
	description: tool.about,
	inputSchema: inputSchema(tool.inputSchema),
	...(tool.outputSchema === undefined ? {} : { outputSchema: outputSchema(tool.outputSchema) }),
	annotations: annotations(tool),
	...(tool.mayTakeLong === undefined ? {} : { execution: { taskSupport: "optional" as const } }),
});
