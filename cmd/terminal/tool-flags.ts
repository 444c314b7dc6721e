/** A tool's arguments from the words of a command line, by the tool's own schema. */
import { MonkError } from "../../lib/errors/error.ts";
import type { ArgSchema, ListedTool } from "../../lib/host/tool-list.ts";
import { nearest } from "../../lib/host/tools/nearest.ts";

export type ToolArguments = Record<string, unknown>;

const kebab = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-");

const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const flagOf = (name: string): string => `--${kebab(name)}`;

const invalid = (tool: ListedTool, why: string): MonkError =>
	new MonkError("INVALID_ARGUMENT", `${tool.name}: ${why}`, {
		hint: `See the tool's arguments: \`monk call ${tool.name} --help\`.`,
	});

function readNumber(tool: ListedTool, flag: string, text: string): number {
	const number = text.trim() === "" ? Number.NaN : Number(text);
	if (Number.isFinite(number)) return number;
	throw invalid(tool, `${flag} must be a number, not "${text}"`);
}

function readJson(tool: ListedTool, flag: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw invalid(tool, `${flag} is no JSON`);
	}
}

/** What a schema makes of one word. Lists are gathered by the caller. */
function readValue(tool: ListedTool, flag: string, schema: ArgSchema, text: string): unknown {
	switch (schema.type) {
		case "integer":
		case "number":
			return readNumber(tool, flag, text);
		case "boolean":
			if (text === "true" || text === "false") return text === "true";
			throw invalid(tool, `${flag} must be true or false, not "${text}"`);
		case "object":
			return readJson(tool, flag, text);
		default:
			return text;
	}
}

interface Flag {
	readonly flag: string;
	readonly name: string;
	readonly schema: ArgSchema;
	/** Undefined when the value, if any, is the next word. */
	readonly value: string | undefined;
}

function readFlag(tool: ListedTool, word: string): Flag {
	const equals = word.indexOf("=");
	const flag = equals < 0 ? word : word.slice(0, equals);
	const { properties } = tool.inputSchema;
	const spelled = flag.slice(2);
	const found = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
	for (const name of [spelled, camel(spelled), spelled.replaceAll("-", "_")]) {
		const schema = found(name);
		if (schema) return { flag, name, schema, value: equals < 0 ? undefined : word.slice(equals + 1) };
	}
	const negated = camel(spelled.replace(/^no-/, ""));
	const schema = found(negated);
	if (spelled.startsWith("no-") && schema?.type === "boolean") return { flag, name: negated, schema, value: "false" };
	const meant = nearest(spelled, Object.keys(properties));
	throw invalid(tool, `there is no ${flag}${meant === undefined ? "" : `; did you mean ${flagOf(meant)}?`}`);
}

const mayBeList = ({ anyOf = [] }: ArgSchema): boolean => anyOf.some(({ type }) => type === "array");

function addValue(tool: ListedTool, args: ToolArguments, { flag, name, schema }: Flag, text: string): void {
	if (schema.type !== "array") {
		// One word, or several where it may be a list too.
		if (Object.hasOwn(args, name) && !mayBeList(schema)) throw invalid(tool, `${flag} was given twice`);
		if (Object.hasOwn(args, name)) {
			args[name] = [args[name]].flat().concat(text);
			return;
		}
		args[name] = readValue(tool, flag, schema, text);
		return;
	}
	const before = args[name];
	const list = Array.isArray(before) ? before : [];
	const added = text.startsWith("[") ? readJson(tool, flag, text) : readValue(tool, flag, schema.items ?? {}, text);
	args[name] = list.concat(added);
}

function readJsonArguments(tool: ListedTool, word: string): ToolArguments {
	const value = readJson(tool, "the argument", word);
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
	throw invalid(tool, "the JSON must be an object");
}

/**
 * @param words what follows the tool's name: flags in camelCase or kebab-case, or one JSON object
 * @throws MonkError INVALID_ARGUMENT; what the flags say is checked by the owner
 */
export function readToolArguments(tool: ListedTool, words: readonly string[]): ToolArguments {
	const [only, second] = words;
	if (only?.trimStart().startsWith("{") && second === undefined) return readJsonArguments(tool, only);
	const args: ToolArguments = {};
	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? "";
		if (!word.startsWith("--")) throw invalid(tool, `"${word.slice(0, 40)}" belongs to no flag`);
		const flag = readFlag(tool, word);
		const next = words[index + 1];
		if (flag.value !== undefined) addValue(tool, args, flag, flag.value);
		else if (flag.schema.type === "boolean" && next !== "true" && next !== "false") addValue(tool, args, flag, "true");
		else if (next === undefined) throw invalid(tool, `${flag.flag} needs a value`);
		else {
			addValue(tool, args, flag, next);
			index++;
		}
	}
	return args;
}
