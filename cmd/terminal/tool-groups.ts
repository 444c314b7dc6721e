import { MonkError } from "../../lib/errors/error.ts";
import { toolList } from "../../lib/host/tool-list.ts";

export const toolsArg = {
	tools: {
		type: "string",
		description: "Groups of tools to list beside the core, such as network",
		valueHint: "groups",
	},
} as const;

/**
 * The groups that `--tools` names, with commas between.
 *
 * @throws MonkError INVALID_ARGUMENT for one that there is not
 */
export async function groupsIn(tools = ""): Promise<readonly string[]> {
	const known = new Set<string>((await toolList()).map(({ group }) => group));
	const groups = tools
		.split(",")
		.map((group) => group.trim())
		.filter((group) => group !== "");
	const strange = groups.find((group) => !known.has(group));
	if (strange === undefined) return groups;
	throw new MonkError("INVALID_ARGUMENT", `--tools: there is no group ${JSON.stringify(strange.slice(0, 40))}`, {
		hint: `Name one of ${[...known].join(", ")}, or several with commas between.`,
	});
}
