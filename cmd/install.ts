import { defineCommand } from "citty";
import { MonkError } from "../lib/errors/error.ts";
import { type McpHostName, mcpHosts } from "../lib/host/install/clients.ts";
import {
	type Change,
	entryText,
	type Installing,
	listInstalled,
	ownCommand,
	planInstall,
	planUndo,
	thisMachine,
} from "../lib/host/install/install.ts";
import { nearest } from "../lib/host/tools/nearest.ts";
import { jsonArg, meta } from "./terminal/args.ts";
import { print, printJson, say } from "./terminal/output.ts";
import { settingFrom } from "./terminal/setting.ts";
import { groupsIn, toolsArg } from "./terminal/tool-groups.ts";

const names = Object.keys(mcpHosts);

/** @throws MonkError INVALID_ARGUMENT */
function clientNamed(name: string): McpHostName {
	if (Object.hasOwn(mcpHosts, name)) return name as McpHostName;
	const meant = nearest(name, names);
	throw new MonkError(
		"INVALID_ARGUMENT",
		`monk knows no client ${JSON.stringify(name.slice(0, 40))}${meant === undefined ? "" : `; did you mean ${meant}?`}`,
		{ hint: `It knows ${names.join(", ")}; for another, \`monk install cursor --print\` shows the usual form.` },
	);
}

async function list(json: boolean): Promise<void> {
	const clients = await listInstalled(thisMachine(process.env));
	if (json) printJson(clients);
	else print(clients.map(({ client, state, path }) => `${client.padEnd(14)}  ${state.padEnd(15)}  ${path}`).join("\n"));
}

function tell({ title, path, lines, next }: Change, isMade: boolean, isUndo: boolean): void {
	if (lines.length === 0) {
		say(isUndo ? `monk is not in ${path}.` : `${title} has monk already, as it should be: ${path}`);
		return;
	}
	print([path, ...lines].join("\n"));
	if (isMade) say(`${isUndo ? "Taken out" : "Installed"}. ${next}${isUndo ? "" : " `--undo` takes it back."}`);
	else say("Nothing was written.");
}

interface ChangeFlags {
	readonly "dry-run"?: boolean | undefined;
	readonly undo?: boolean | undefined;
	readonly json?: boolean | undefined;
}

async function change(plan: Change, args: ChangeFlags): Promise<void> {
	const isMade = args["dry-run"] !== true;
	if (isMade) await plan.make();
	const { client, path, lines } = plan;
	if (args.json) printJson({ client, path, changed: isMade && lines.length > 0, lines });
	else tell(plan, isMade, args.undo === true);
}

export const install = defineCommand({
	meta: meta("install", "Add monk to an agent's settings; alone, list the agents that it knows", "monk install cursor"),
	args: {
		client: { type: "positional", required: false, description: names.join(", ") },
		print: { type: "boolean", description: "Show what to add, and touch nothing" },
		"dry-run": { type: "boolean", description: "Show the change, and do not make it" },
		undo: { type: "boolean", description: "Put back what was there before" },
		...toolsArg,
		...jsonArg,
	},
	async run({ args }) {
		if (args.client === undefined) return list(args.json === true);
		const client = clientNamed(args.client);
		const machine = thisMachine(process.env);
		const command = ownCommand(process.env, await groupsIn(args.tools));
		if (args.print) {
			const { path, text } = entryText(machine, client, command);
			say(`For ${path}:`);
			return print(text);
		}
		const { paths } = await settingFrom({});
		const installing: Installing = { paths, machine, now: Date.now() };
		await change(await (args.undo ? planUndo(installing, client) : planInstall(installing, client, command)), args);
	},
});
