import { defineCommand } from "citty";
import { MonkError } from "../lib/errors/error.ts";
import { claimStdout } from "../lib/host/mcp/stdout.ts";
import { meta, ownerArgs, portArgs } from "./terminal/args.ts";
import { interruption } from "./terminal/interrupt.ts";
import { say } from "./terminal/output.ts";
import { type PortFlags, settingFrom } from "./terminal/setting.ts";

const toolsArg = {
	tools: { type: "string", description: "Groups of tools to list beside the core: network", valueHint: "GROUPS" },
} as const;

type McpFlags = PortFlags & { readonly tools?: string | undefined };

const known = ["core", "network"];

function groupsIn(tools: string): readonly string[] {
	const groups = tools
		.split(",")
		.map((group) => group.trim())
		.filter((group) => group !== "");
	const strange = groups.find((group) => !known.includes(group));
	if (strange === undefined) return groups;
	throw new MonkError("INVALID_ARGUMENT", `--tools: there is no group ${JSON.stringify(strange.slice(0, 40))}`, {
		hint: `Name one of ${known.join(", ")}, or several with commas between.`,
	});
}

/** Standard output is claimed before the SDK, or anything else that might print, is loaded. */
async function speakMcp({ tools = "", ...flags }: McpFlags, bids: boolean): Promise<never> {
	const groups = groupsIn(tools);
	const stdout = claimStdout();
	const [{ serveStdio }, setting] = await Promise.all([import("../lib/host/mcp/serve-stdio.ts"), settingFrom(flags)]);
	await serveStdio({ setting, bids, groups, stdin: process.stdin, stdout, signal: interruption(), log: say });
	process.exit(0);
}

export const mcp = defineCommand({
	meta: meta("mcp", "Serve an MCP client over stdio; agents start it", "monk mcp"),
	args: { ...portArgs, ...ownerArgs, ...toolsArg },
	run: ({ args }) => speakMcp(args, true),
});

export const forward = defineCommand({
	meta: meta("forward", "As mcp, but never becomes the owner: one must run", "monk forward"),
	args: { ...portArgs, ...toolsArg },
	run: ({ args }) => speakMcp(args, false),
});
