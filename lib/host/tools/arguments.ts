import { type ListedCall, listedCall } from "../../catalog/aliases.ts";
import { type ToolName, tools } from "../../catalog/catalog.ts";
import { problemWith, type ToolEntry, type ToolTarget } from "../../catalog/define.ts";
import { MonkError } from "../../errors/error.ts";
import { nearest } from "./nearest.ts";

/** The arguments that `target` adds to a tool's own, already checked. */
export interface CommonArgs {
	readonly profile?: string;
	readonly tab?: number;
	readonly timeoutMs?: number;
	/** Keeps the tab to the client, true, or gives it back after this call, false. */
	readonly lease?: boolean;
}

export interface CheckedCall {
	readonly name: ToolName;
	readonly entry: ToolEntry;
	readonly common: CommonArgs;
	/** Fits `entry.args`. */
	readonly own: Readonly<Record<string, unknown>>;
}

const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const commonKeys = {
	tab: ["profile", "tab", "timeoutMs", "lease"],
	profile: ["profile", "timeoutMs"],
	none: [],
} as const satisfies Record<ToolTarget, readonly (keyof CommonArgs)[]>;

const isToolName = (name: string): name is ToolName => Object.hasOwn(tools, name);

const argsOf = (name: string): readonly string[] | undefined =>
	isToolName(name) ? Object.keys(tools[name].argsAbout) : undefined;

/** A call as the catalogue spells it, whatever spelling came. */
export const inOurWords = (name: string, args: Readonly<Record<string, unknown>>): ListedCall =>
	listedCall(name, args, argsOf);

const guess = (word: string, known: readonly string[]): string => {
	const meant = nearest(word, known);
	return meant === undefined ? "" : `; did you mean ${meant}?`;
};

const invalid = (name: string, why: string): MonkError => new MonkError("INVALID_ARGUMENT", `${name}: ${why}`);

function readCommon(name: ToolName, { profile, tab, timeoutMs, lease }: Readonly<Record<string, unknown>>): CommonArgs {
	if (profile !== undefined && typeof profile !== "string") throw invalid(name, "profile must be a string");
	if (tab !== undefined && !isPositive(tab)) throw invalid(name, "tab must be a whole number from 1");
	if (timeoutMs !== undefined && !isPositive(timeoutMs))
		throw invalid(name, "timeoutMs must be a whole number of milliseconds from 1");
	if (lease !== undefined && typeof lease !== "boolean") throw invalid(name, "lease must be true or false");
	return {
		...(profile === undefined ? {} : { profile }),
		...(tab === undefined ? {} : { tab }),
		...(timeoutMs === undefined ? {} : { timeoutMs }),
		...(lease === undefined ? {} : { lease }),
	};
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `maxChars` for `max_chars` and `full_page` for `fullPage`: models mix the two spellings. */
function spelledAsKnown(args: Readonly<Record<string, unknown>>, known: readonly string[]): Record<string, unknown> {
	const spell = (name: string): string =>
		known.includes(name) ? name : ([snake(name), camel(name)].find((other) => known.includes(other)) ?? name);
	return Object.fromEntries(Object.entries(args).map(([name, value]) => [spell(name), value]));
}

/**
 * Checks a call against the catalogue.
 *
 * @throws MonkError UNKNOWN_TOOL or INVALID_ARGUMENT, with the nearest spelling where one is near
 */
export function checkCall(name: string, given: Readonly<Record<string, unknown>>): CheckedCall {
	if (!isToolName(name))
		throw new MonkError("UNKNOWN_TOOL", `there is no tool "${name.slice(0, 64)}"${guess(name, Object.keys(tools))}`);
	const entry: ToolEntry = tools[name];
	const common: readonly string[] = commonKeys[entry.target];
	const ownKeys = Object.keys(entry.argsAbout);
	const args = spelledAsKnown(given, [...ownKeys, ...common]);
	for (const key of Object.keys(args))
		if (!common.includes(key) && !ownKeys.includes(key))
			throw invalid(name, `${key.slice(0, 64)} is not an argument here${guess(key, [...ownKeys, ...common])}`);
	const own = Object.fromEntries(Object.entries(args).filter(([key]) => ownKeys.includes(key)));
	const problem = problemWith(entry.args, own);
	if (problem !== undefined) throw invalid(name, problem);
	return { name, entry, common: readCommon(name, args), own };
}
