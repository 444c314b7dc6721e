import { defineCommand } from "citty";
import { claimStdout } from "../lib/host/mcp/stdout.ts";
import { legacyLinkArg, meta, portArgs } from "./terminal/args.ts";
import { interruption } from "./terminal/interrupt.ts";
import { say } from "./terminal/output.ts";
import { type PortFlags, settingFrom } from "./terminal/setting.ts";

/** Standard output is claimed before the SDK, or anything else that might print, is loaded. */
async function speakMcp(flags: PortFlags, bids: boolean): Promise<never> {
	const stdout = claimStdout();
	const [{ serveStdio }, setting] = await Promise.all([import("../lib/host/mcp/serve-stdio.ts"), settingFrom(flags)]);
	await serveStdio({ setting, bids, stdin: process.stdin, stdout, signal: interruption(), log: say });
	process.exit(0);
}

export const mcp = defineCommand({
	meta: meta("mcp", "Serve an MCP client over stdio; agents start it", "monk mcp"),
	args: { ...portArgs, ...legacyLinkArg },
	run: ({ args }) => speakMcp(args, true),
});

export const forward = defineCommand({
	meta: meta("forward", "As mcp, but never becomes the owner: one must run", "monk forward"),
	args: portArgs,
	run: ({ args }) => speakMcp(args, false),
});
