import type { ArgsDef, CommandMeta } from "citty";
import { MonkError } from "../../lib/errors/error.ts";

/** A command's description with an example of its use, which `--help` prints. */
export interface MonkMeta extends CommandMeta {
	readonly example: string;
}

export const meta = (name: string, description: string, example: string): MonkMeta => ({ name, description, example });

export const jsonArg = { json: { type: "boolean", description: "Print one JSON value a line" } } as const;

export const controlPortArg = {
	"control-port": { type: "string", valueHint: "port", description: "Control port (9219)" },
} as const;

export const linkPortArg = {
	"link-port": { type: "string", valueHint: "port", description: "Port that the extension calls (9220)" },
} as const;

export const portArgs = { ...controlPortArg, ...linkPortArg } as const;

/** For whoever may become the owner. */
export const ownerArgs = {
	"scriptcat-port": { type: "string", valueHint: "port", description: "Port that ScriptCat calls (8643)" },
	"legacy-link": { type: "boolean", description: "Answer extensions of the 0.2 line too, on port 9222" },
} as const;

/** A flag whose value may be left out shows its hint in brackets. */
const isOptional = (arg: ArgsDef[string] | undefined): boolean =>
	arg?.type === "string" && arg.valueHint?.startsWith("[") === true;

/** Gives flags that stand without their optional value an empty one, because citty would take the next flag for it. */
export const withEmptyValues = (rawArgs: readonly string[], args: ArgsDef): string[] =>
	rawArgs.map((raw, index) => {
		const next = rawArgs[index + 1];
		const isBare = raw.startsWith("--") && isOptional(args[raw.slice(2)]);
		return isBare && (next === undefined || next.startsWith("-")) ? `${raw}=` : raw;
	});

const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * citty lets any flag and any number of words pass, and takes a flag without its value for an empty one; a mistyped
 * flag must not be taken for none.
 *
 * @throws MonkError INVALID_ARGUMENT
 */
export function checkWords(command: string, rawArgs: readonly string[], args: ArgsDef): void {
	const defined = new Map(Object.entries(args).map(([name, arg]) => [camel(name), arg]));
	const places = Object.entries(args).filter(([, arg]) => arg.type === "positional");
	let words = 0;
	const refuse = (what: string): never => {
		throw new MonkError("INVALID_ARGUMENT", `monk ${command} ${what}`, { hint: `See \`monk ${command} --help\`.` });
	};
	for (let index = 0; index < rawArgs.length; index++) {
		const raw = rawArgs[index] ?? "";
		if (!raw.startsWith("--")) {
			if (++words > places.length) refuse(`takes no argument "${raw}"`);
			continue;
		}
		const [flag = "", value] = raw.slice(2).split("=", 2);
		const arg = defined.get(camel(flag)) ?? defined.get(camel(flag.replace(/^no-/, "")));
		if (arg === undefined || arg.type === "positional") refuse(`takes no flag --${flag}`);
		if (arg?.type !== "string" || value !== undefined) continue;
		if (++index >= rawArgs.length) refuse(`needs a value after --${flag}`);
	}
	const missing = places.slice(words).find(([, arg]) => arg.required !== false);
	if (missing) refuse(`needs a ${missing[0]}`);
}
