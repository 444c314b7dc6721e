import { errorRules, isErrorCode } from "../../lib/errors/codes.ts";

/** Tools of user scripts whose command has another name. */
const commands: Readonly<Record<string, string>> = { metadata: "info", toggle: "enable", delete: "rm" };

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A next step that is worded for agents, in the shell's words: a tool is a command there, and an argument a flag. */
const inShell = (hint: string): string =>
	hint
		.replace(/`([a-z][A-Za-z]*)(?:: true)?`/g, (_, name: string) => `\`--${kebab(name)}\``)
		.replace(/\bbrowser_[a-z_]+/g, (tool) => `\`monk call ${tool}\``)
		.replace(/\bscripts_([a-z]+)/g, (_, verb: string) => `\`monk scripts ${commands[verb] ?? verb}\``);

/** What somebody at a terminal can do about an error. `tool`: the one that they called. */
export function shellHint(code: string, hint: string, tool?: string): string {
	const rule: { readonly next: string; readonly shell?: string } | undefined = isErrorCode(code)
		? errorRules[code]
		: undefined;
	if (rule?.shell === undefined || rule.next !== hint) return inShell(hint);
	if (tool === undefined && rule.shell.includes("TOOL")) return "See what it takes: add `--help`.";
	return rule.shell.replace("TOOL", tool ?? "");
}
