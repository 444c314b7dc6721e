import { defineCommand } from "citty";
import type { OwnerStatus } from "../lib/catalog/control.ts";
import { controlPortArg, jsonArg, meta } from "./terminal/args.ts";
import { print, printJson } from "./terminal/output.ts";
import { profileLine } from "./terminal/profile-line.ts";
import { settingFrom, withOwner } from "./terminal/setting.ts";

const section = (name: string, lines: readonly string[]): readonly string[] =>
	lines.length === 0 ? [] : [`${name}:`, ...lines];

const asText = ({ version, pid, startedAt, ports, profiles, clients, problems }: OwnerStatus): string =>
	[
		`monk ${version} runs as process ${pid} since ${new Date(startedAt).toISOString()}`,
		`Ports: link ${ports.link}, control ${ports.control}`,
		...(profiles.length === 0 ? ["No browser has joined: run `monk pair` or `monk open`"] : []),
		...section(
			"Profiles",
			profiles.map((profile) => `  ${profileLine(profile)}`),
		),
		...section(
			"Clients",
			clients.map(
				({ name, pid: client, version: its }) => `  process ${client} calls itself ${name ?? "nothing"}, ${its}`,
			),
		),
		...section(
			"Problems",
			problems.map((problem) => `  ${problem}`),
		),
	].join("\n");

const asJson = ({ version, pid, startedAt, ...rest }: OwnerStatus) => ({ owner: { version, pid, startedAt }, ...rest });

export const status = defineCommand({
	meta: meta("status", "Say what runs, which browsers are connected, and what is wrong", "monk status --json"),
	args: { ...controlPortArg, ...jsonArg },
	async run({ args }) {
		const setting = await settingFrom(args);
		const facts = await withOwner(setting, "monk status", (owner) => owner.request("owner_status", {}));
		if (args.json) printJson(asJson(facts));
		else print(asText(facts));
	},
});
