import { defineCommand } from "citty";
import { claimStdout } from "../lib/host/mcp/stdout.ts";
import { meta, ownerArgs, portArgs } from "./terminal/args.ts";
import { onEnding } from "./terminal/ending.ts";
import { say } from "./terminal/output.ts";
import { type PortFlags, settingFrom } from "./terminal/setting.ts";
import { groupsIn, toolsArg } from "./terminal/tool-groups.ts";

type McpFlags = PortFlags & { readonly tools?: string | undefined };

/** Standard output is claimed before the SDK, or anything else that might print, is loaded. */
async function speakMcp({ tools, ...flags }: McpFlags, bids: boolean): Promise<never> {
	const stdout = claimStdout();
	const ending = new AbortController();
	onEnding(() => ending.abort());
	const [{ serveStdio }, setting, groups] = await Promise.all([
		import("../lib/host/mcp/serve-stdio.ts"),
		settingFrom(flags),
		groupsIn(tools),
	]);
	await serveStdio({ setting, bids, groups, stdin: process.stdin, stdout, signal: ending.signal, log: say });
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
