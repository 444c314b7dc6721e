import type { ArgsDef, CommandDef } from "citty";
import type { ListedTool } from "../../lib/host/tool-list.ts";
import { flagOf } from "./tool-flags.ts";

// biome-ignore lint/suspicious/noExplicitAny: citty's own type of commands with differing arguments.
type AnyCommand = CommandDef<any>;
export type LazyCommands = Readonly<Record<string, () => Promise<AnyCommand>>>;

/** What may follow the words of a command so far, such as `ext pack`; the root's are the empty ones. */
export type CompletionWords = ReadonlyMap<string, readonly string[]>;

const resolved = async <T>(value: T | Promise<T> | (() => T | Promise<T>)): Promise<T> =>
	typeof value === "function" ? (value as () => T | Promise<T>)() : value;

const flagsOf = (args: ArgsDef): readonly string[] =>
	Object.entries(args)
		.filter(([, { type }]) => type !== "positional")
		.map(([name]) => `--${name}`);

const isHidden = async (command: AnyCommand): Promise<boolean> => (await resolved(command.meta ?? {}))?.hidden === true;

async function visit(path: string, command: AnyCommand, words: Map<string, readonly string[]>): Promise<void> {
	const subCommands = Object.entries((await resolved(command.subCommands ?? {})) as LazyCommands);
	const loaded = await Promise.all(subCommands.map(async ([name, lazy]) => [name, await resolved(lazy)] as const));
	const names: string[] = [];
	for (const [name, sub] of loaded) {
		if (await isHidden(sub)) continue;
		names.push(name);
		await visit(path === "" ? name : `${path} ${name}`, sub, words);
	}
	words.set(path, [...names, ...flagsOf((await resolved(command.args ?? {})) as ArgsDef), "--help"]);
}

/** Everything that a shell can complete, read from the commands themselves and from the tool list. */
export async function completionWords(commands: LazyCommands, tools: readonly ListedTool[]): Promise<CompletionWords> {
	const words = new Map<string, readonly string[]>();
	await visit("", { subCommands: commands }, words);
	words.set("", [...(words.get("") ?? []), "--version"]);
	words.set("call", [...tools.map(({ name }) => name), "--json", "--help"]);
	for (const { name, inputSchema } of tools)
		words.set(`call ${name}`, [...Object.keys(inputSchema.properties).map(flagOf), "--json", "--help"]);
	return words;
}
