import { defineCommand } from "citty";
import { jsonArg, meta, portArgs } from "./terminal/args.ts";
import { print, printJson, say } from "./terminal/output.ts";
import { profileLine } from "./terminal/profile-line.ts";
import { settingFrom, withStartedOwner } from "./terminal/setting.ts";

const forget = defineCommand({
	meta: meta(
		"profiles forget",
		"Take a browser profile's key away: its connection ends, and it has to pair again",
		"monk profiles forget work --confirm",
	),
	args: {
		name: { type: "positional", required: true, description: "Name of the profile, whole" },
		confirm: { type: "boolean", description: "Yes, it is meant" },
		...portArgs,
		...jsonArg,
	},
	async run({ args: { name, confirm, json, ...flags } }) {
		const forgotten = await withStartedOwner(await settingFrom(flags), "monk profiles", (owner) =>
			owner.request("profile_forget", { profile: name, confirm: confirm === true }),
		);
		if (json) printJson({ forgotten });
		else say(`${forgotten.slug} is forgotten; \`monk pair\` lets it join again`);
	},
});

export const profiles = defineCommand({
	meta: meta("profiles", "List the browser profiles that have joined", "monk profiles --json"),
	args: { ...portArgs, ...jsonArg },
	subCommands: { forget },
	async run({ args: { json, ...flags } }) {
		const { profiles: known } = await withStartedOwner(await settingFrom(flags), "monk profiles", (owner) =>
			owner.request("owner_status", {}),
		);
		if (json) for (const profile of known) printJson(profile);
		else if (known.length === 0) say("No browser has joined: run `monk pair` or `monk open`");
		else print(known.map(profileLine).join("\n"));
	},
});
