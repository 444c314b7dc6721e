import { defineCommand } from "citty";
import { ONE_SHOT } from "../lib/host/tools/one-shot.ts";
import { controlPortArg, jsonArg, meta } from "./terminal/args.ts";
import { settingFrom, withOwner } from "./terminal/setting.ts";
import { showResult } from "./terminal/tool-result.ts";

export const tabs = defineCommand({
	meta: meta("tabs", "List the shared tabs of every connected browser", "monk tabs"),
	args: { ...controlPortArg, ...jsonArg },
	async run({ args }) {
		const setting = await settingFrom(args);
		// The shell is one client, by whichever command: it lists the tabs that it may use.
		const result = await withOwner(setting, ONE_SHOT, (owner) =>
			owner.request("call_tool", { name: "browser_list_tabs", args: {} }),
		);
		return showResult(result, args.json === true, "browser_list_tabs");
	},
});
