import { type CommandDef, renderUsage, runCommand } from "citty";
import { MonkError } from "../lib/errors/error.ts";
import { nearest } from "../lib/host/tools/nearest.ts";
import { checkWords, type MonkMeta, withEmptyValues } from "./terminal/args.ts";
import type { ExitStatus } from "./terminal/exit.ts";
import { printOwn } from "./terminal/output.ts";

// biome-ignore lint/suspicious/noExplicitAny: citty's own type of commands with differing arguments.
type AnyCommand = CommandDef<any>;
export type Commands = Readonly<Record<string, () => Promise<AnyCommand>>>;

interface Found {
	readonly path: readonly string[];
	readonly command: AnyCommand;
	readonly rest: readonly string[];
}

const about = { name: "monk", description: "Drive the Chrome you already use, from agents and the shell" };

const resolve = <T>(value: T | Promise<T> | (() => T) | (() => Promise<T>)): T | Promise<T> =>
	typeof value === "function" ? (value as () => T | Promise<T>)() : value;

function guess(word: string, known: Readonly<Record<string, unknown>>): string {
	const meant = nearest(word, Object.keys(known));
	return meant === undefined ? "" : `; did you mean ${meant}?`;
}

/** Follows the words to a command, as deep as there are subcommands. */
async function find(path: readonly string[], command: AnyCommand, rest: readonly string[]): Promise<Found> {
	const subCommands = await resolve(command.subCommands ?? {});
	const [word, ...after] = rest;
	if (Object.keys(subCommands).length === 0 || word === undefined || word.startsWith("-"))
		return { path, command, rest };
	const next = Object.hasOwn(subCommands, word) ? subCommands[word] : undefined;
	if (next === undefined)
		throw new MonkError(
			"INVALID_ARGUMENT",
			`monk has no command "${[...path, word].join(" ")}"${guess(word, subCommands)}`,
			{
				hint: "Run `monk --help` for the commands.",
			},
		);
	return find([...path, word], await resolve(next), after);
}

const statuses =
	"\nEXIT STATUS\n\n  0 done, 1 the person said no, 2 voided (nobody decided, cancelled, disconnected), 3 anything else\n";

async function help({ path, command }: Found): Promise<void> {
	const meta = (await resolve(command.meta ?? {})) as Partial<MonkMeta>;
	const example = meta.example === undefined ? "" : `\nEXAMPLE\n\n  ${meta.example}\n`;
	const named = { ...command, meta: { ...meta, name: ["monk", ...path].join(" ") } };
	printOwn(`${await renderUsage(named)}\n${example}${path.length === 0 ? statuses : ""}`);
}

/** Runs the command that the words name, or prints its help. */
export async function runMonk(commands: Commands, rawArgs: readonly string[]): Promise<ExitStatus> {
	const root: AnyCommand = { meta: about, subCommands: { ...commands } };
	const found = await find([], root, rawArgs);
	const { command, path, rest } = found;
	const asksHelp = rest.some((arg) => arg === "--help" || arg === "-h");
	// `call` has help of its own for each tool.
	if (command.run === undefined || (asksHelp && path[0] !== "call")) {
		await help(found);
		return command.run === undefined && !asksHelp && path.length > 0 ? 3 : 0;
	}
	const args = await resolve(command.args ?? {});
	const words = path[0] === "call" ? [...rest] : withEmptyValues(rest, args);
	if (path[0] !== "call") checkWords(path.join(" "), words, args);
	// `find` has followed the subcommands; citty would take a flag's value for one.
	const { subCommands: _, ...alone } = command;
	const { result } = await runCommand(alone, { rawArgs: words });
	return isStatus(result) ? result : 0;
}

const isStatus = (value: unknown): value is ExitStatus => value === 1 || value === 2 || value === 3;
