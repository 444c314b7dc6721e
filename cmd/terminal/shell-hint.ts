import { errorRules, isErrorCode } from "../../lib/errors/codes.ts";

/** Tools of user scripts whose command has another name. */
const commands: Readonly<Record<string, string>> = { metadata: "info", toggle: "enable", delete: "rm" };

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What is a command already, an argument, a tool, and a tool of user scripts. */
const parts = /`monk [^`]*`|`([a-z][A-Za-z]*)(?:: true)?`|`?\b(browser_[a-z_]+)`?|`?\bscripts_([a-z]+)`?/g;

/** A next step that is worded for agents, in the shell's words: a tool is a command there, and an argument a flag. */
const inShell = (hint: string): string =>
	hint.replace(parts, (command: string, argument?: string, tool?: string, verb?: string) => {
		if (argument !== undefined) return `\`--${kebab(argument)}\``;
		if (tool !== undefined) return `\`monk call ${tool}\``;
		return verb === undefined ? command : `\`monk scripts ${commands[verb] ?? verb}\``;
	});

/** What somebody at a terminal can do about an error. `tool`: the one that they called. */
export function shellHint(code: string, hint: string, tool?: string): string {
	const rule: { readonly next: string; readonly shell?: string } | undefined = isErrorCode(code)
		? errorRules[code]
		: undefined;
	if (rule?.shell === undefined || rule.next !== hint) return inShell(hint);
	if (tool === undefined && rule.shell.includes("TOOL")) return "See what it takes: add `--help`.";
	return rule.shell.replace("TOOL", tool ?? "");
}
