import { defineCommand } from "citty";
import { MonkError } from "../lib/errors/error.ts";
import { type ListedTool, toolList } from "../lib/host/tool-list.ts";
import { listedName } from "../lib/host/tools/listed-name.ts";
import { nearest } from "../lib/host/tools/nearest.ts";
import { ONE_SHOT } from "../lib/host/tools/one-shot.ts";
import { saved } from "../lib/host/tools/save.ts";
import { withWholePaths } from "../lib/host/tools/whole-paths.ts";
import { meta } from "./terminal/args.ts";
import type { ExitStatus } from "./terminal/exit.ts";
import { interruption } from "./terminal/interrupt.ts";
import { print, say } from "./terminal/output.ts";
import { type PortFlags, settingFrom, withStartedOwner } from "./terminal/setting.ts";
import { readToolArguments, type ToolArguments } from "./terminal/tool-flags.ts";
import { callHelp, toolHelp } from "./terminal/tool-help.ts";
import { showResult } from "./terminal/tool-result.ts";

/** Milliseconds: the owner's own limit for a call, and what a call with a longer one gets on top. */
const ownerLimitMs = 300_000;
const graceMs = 30_000;

interface Words {
	readonly tool: string | undefined;
	readonly rest: readonly string[];
	readonly json: boolean;
	readonly help: boolean;
	readonly ports: PortFlags;
}

/** The command's own flags stand out from the tool's, whose names the tool's schema knows. */
function sort(rawArgs: readonly string[]): Words {
	const rest: string[] = [];
	const ports: { -readonly [F in keyof PortFlags]: PortFlags[F] } = {};
	let tool: string | undefined;
	let json = false;
	let help = false;
	for (let index = 0; index < rawArgs.length; index++) {
		const word = rawArgs[index] ?? "";
		const port = /^--(control-port|link-port)(?:=(.*))?$/.exec(word);
		if (port?.[1] === "control-port" || port?.[1] === "link-port") ports[port[1]] = port[2] ?? rawArgs[++index] ?? "";
		else if (word === "--json") json = true;
		else if (word === "--help" || word === "-h") help = true;
		else if (tool === undefined && !word.startsWith("-")) tool = word;
		else rest.push(word);
	}
	return { tool, rest, json, help, ports };
}

function find(tools: readonly ListedTool[], name: string): ListedTool {
	const ours = listedName(name);
	const tool = tools.find((listed) => listed.name === ours);
	if (tool) return tool;
	const meant = nearest(
		name,
		tools.map((listed) => listed.name),
	);
	const guess = meant === undefined ? "" : `; did you mean ${meant}?`;
	throw new MonkError("UNKNOWN_TOOL", `there is no tool "${name.slice(0, 64)}"${guess}`);
}

/** Milliseconds for what an interrupted call had done by then. */
const lastWordsMs = 500;

function limitOf({ mayTakeLong }: ListedTool, { timeoutMs }: ToolArguments): number {
	// A person has as long as the owner's own limit, whose word on it is the one that should arrive.
	const least = mayTakeLong === true ? ownerLimitMs + graceMs : ownerLimitMs;
	return typeof timeoutMs === "number" ? Math.max(least, timeoutMs + graceMs) : least;
}

/** Any word of ours: it stands for this command's one call. */
const PROGRESS = "call";

/** Whoever waits for a person's click should know it. */
const asksPerson = ({ group, mayTakeLong }: ListedTool): boolean => group === "scripts" && mayTakeLong === true;

async function callOnce(tool: ListedTool, { rest, json, ports }: Words): Promise<ExitStatus> {
	const args = withWholePaths(tool.name, readToolArguments(tool, rest), process.cwd());
	const setting = await settingFrom(ports);
	const signal = interruption();
	const result = await withStartedOwner(setting, ONE_SHOT, (owner) => {
		owner.onNotice("call_progress", ({ message }) => say(`monk ${message}; Ctrl-C gives up`));
		const params = { name: tool.name, args, ...(asksPerson(tool) ? { progress: PROGRESS } : {}) };
		return owner.request("call_tool", params, { signal, lastWordsMs, timeoutMs: limitOf(tool, args) });
	});
	return showResult(saved(result, process.cwd()), json, tool.name);
}

export const call = defineCommand({
	meta: meta("call", "Call a tool in a shared tab", "monk call browser_snapshot"),
	async run({ rawArgs }): Promise<ExitStatus> {
		const words = sort(rawArgs);
		const tools = await toolList();
		if (words.tool === undefined) {
			print(callHelp(tools));
			return 0;
		}
		const tool = find(tools, words.tool);
		if (words.help) {
			print(toolHelp(tool));
			return 0;
		}
		return callOnce(tool, words);
	},
});
