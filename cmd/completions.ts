import { defineCommand } from "citty";
import { MonkError } from "../lib/errors/error.ts";
import { toolList } from "../lib/host/tool-list.ts";
import { meta } from "./terminal/args.ts";
import { completionScripts, isShell } from "./terminal/completion-scripts.ts";
import { completionWords, type LazyCommands } from "./terminal/completion-words.ts";
import { print } from "./terminal/output.ts";

/** @param commands all of monk's, this one among them */
export const completionsOf = (commands: LazyCommands) =>
	defineCommand({
		meta: meta(
			"completions",
			"Print a script that lets your shell complete monk's commands, tools and flags",
			"source <(monk completions bash)",
		),
		args: { shell: { type: "positional", required: true, description: "bash, zsh or fish" } },
		async run({ args: { shell } }) {
			if (!isShell(shell))
				throw new MonkError(
					"INVALID_ARGUMENT",
					`monk completes in ${Object.keys(completionScripts).join(", ")}, not in "${shell}"`,
					{
						hint: "See `monk completions --help`.",
					},
				);
			print(completionScripts[shell](await completionWords(commands, await toolList())));
		},
	});
