import { defineCommand } from "citty";
import { MonkError } from "../lib/errors/error.ts";
import { endHeldBrowsers } from "../lib/host/managed-browser/lease.ts";
import { stopOwner } from "../lib/host/owner/stop.ts";
import { controlPortArg, jsonArg, meta } from "./terminal/args.ts";
import { printJson, say } from "./terminal/output.ts";
import { settingFrom, withOwner } from "./terminal/setting.ts";

const isAbsent = (thrown: unknown): boolean => thrown instanceof MonkError && thrown.code === "NO_OWNER";

export const stop = defineCommand({
	meta: meta("stop", "End monk in good order, and the browsers that it opened itself", "monk stop"),
	args: { ...controlPortArg, ...jsonArg },
	async run({ args }) {
		const setting = await settingFrom(args);
		const stopped = await withOwner(setting, "monk stop", stopOwner).then(
			() => true,
			(thrown: unknown) => {
				if (isAbsent(thrown)) return false;
				throw thrown;
			},
		);
		const browsers = await endHeldBrowsers(setting.paths.profiles);
		if (args.json) printJson({ stopped, browsers });
		else
			say(
				`${stopped ? "monk has stopped" : "monk was not running"}${browsers > 0 ? `; browsers closed: ${browsers}` : ""}`,
			);
	},
});
