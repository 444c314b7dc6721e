import { defineCommand } from "citty";
import { readTextFile } from "../../lib/host/scriptcat/source-file.ts";
import { jsonArg, meta, portArgs } from "../terminal/args.ts";
import { changed } from "./changed.ts";
import { withScriptManager } from "./script-manager.ts";

const isAddress = (from: string): boolean => /^https?:\/\//i.test(from);

export const install = defineCommand({
	meta: meta(
		"scripts install",
		"Ask a person, in the browser, to install a user script from a file or an address",
		"monk scripts install tidy.user.js",
	),
	args: {
		from: { type: "positional", required: true, description: "A file, an http address, or - for standard input" },
		...portArgs,
		...jsonArg,
	},
	async run({ args: { from, json, ...flags } }) {
		const input = isAddress(from) ? { url: from } : { code: await readTextFile(from) };
		changed(
			"installed",
			await withScriptManager(flags, (manager) => manager.ask("scripts.install.request", input)),
			json,
		);
	},
});
