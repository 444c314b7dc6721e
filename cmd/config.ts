import { defineCommand } from "citty";
import { changeConfig, configSettings } from "../lib/host/stores/config-settings.ts";
import { jsonArg, meta } from "./terminal/args.ts";
import { print, printJson, say } from "./terminal/output.ts";
import { settingFrom } from "./terminal/setting.ts";

const nameArg = { type: "positional", required: true, description: Object.keys(configSettings).join(", ") } as const;

const afterwards = "A monk that runs goes on as it is: `monk stop` lets the next one read it.";

async function change(name: string, value: string | undefined): Promise<void> {
	const { paths, config } = await settingFrom({});
	await changeConfig(paths, config, name, value);
	say(afterwards);
}

const set = defineCommand({
	meta: meta("config set", "Set something for good, in config.json", "monk config set link-port 9320"),
	args: { name: nameArg, value: { type: "positional", required: true, description: "Its value" } },
	run: ({ args: { name, value } }) => change(name, value),
});

const unset = defineCommand({
	meta: meta(
		"config unset",
		"Take a setting out of config.json: the default holds again",
		"monk config unset link-port",
	),
	args: { name: nameArg },
	run: ({ args: { name } }) => change(name, undefined),
});

export const config = defineCommand({
	meta: meta("config", "Show what is set for good", "monk config --json"),
	args: jsonArg,
	subCommands: { set, unset },
	async run({ args: { json } }) {
		const { config } = await settingFrom({});
		const rows = Object.entries(configSettings).map(([name, { about, read }]) => ({
			name,
			about,
			value: read(config),
		}));
		if (json) printJson(Object.fromEntries(rows.map(({ name, value }) => [name, value ?? null])));
		else print(rows.map(({ name, about, value }) => `${name.padEnd(12)}  ${value ?? "-"}\n    ${about}`).join("\n"));
	},
});
