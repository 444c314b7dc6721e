import { defineCommand } from "citty";
import type { OwnerStatus } from "../lib/catalog/control.ts";
import { VERSION } from "../lib/host/version.ts";
import { controlPortArg, jsonArg, meta } from "./terminal/args.ts";
import { print, printJson } from "./terminal/output.ts";
import { settingFrom, withOwner } from "./terminal/setting.ts";
import { statusText, withOwnVersion } from "./terminal/status-text.ts";

const asJson = ({ version, pid, startedAt, ...rest }: OwnerStatus) => ({ owner: { version, pid, startedAt }, ...rest });

export const status = defineCommand({
	meta: meta("status", "Say what runs, which browsers are connected, and what is wrong", "monk status --json"),
	args: { ...controlPortArg, ...jsonArg },
	async run({ args }) {
		const setting = await settingFrom(args);
		const told = await withOwner(setting, "monk status", (owner) => owner.request("owner_status", {}));
		const facts = withOwnVersion(told, VERSION);
		if (args.json) printJson(asJson(facts));
		else print(statusText(facts));
	},
});
