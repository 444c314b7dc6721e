import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import { insertProperty, propertyOf, removeProperty, replaceValue } from "./json-edits.ts";
import type { Place, SettingsText } from "./settings-text.ts";

const lenient = { allowTrailingComma: true, disallowComments: false } as const;

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

function readLenient(text: string): unknown {
	const faults: ParseError[] = [];
	const value: unknown = parse(text, faults, lenient);
	const [fault] = faults;
	if (fault !== undefined) throw new Error(`${printParseErrorCode(fault.error)} in line ${lineOf(text, fault.offset)}`);
	return value;
}

/** Its parser quotes the text, which may hold keys of other servers. */
function readStrict(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		readLenient(text);
		throw new Error("it has comments or commas that JSON does not know");
	}
}

function rootOf(text: string): Node {
	const root = parseTree(text, [], lenient);
	if (root === undefined) throw new Error("it holds nothing");
	return root;
}

/** The value at a path, or nothing. */
function valueAt(text: string, path: readonly string[]): Node | undefined {
	let node: Node | undefined = rootOf(text);
	for (const key of path) node = node === undefined ? undefined : propertyOf(node, key)?.children?.[1];
	return node;
}

/** Sets a key of the object at a path, which is there. */
function withKey(text: string, path: readonly string[], key: string, value: unknown): string {
	const object = valueAt(text, path);
	if (object?.type !== "object") throw new Error(`${path.join(".")} is no object`);
	const before = propertyOf(object, key)?.children?.[1];
	return before === undefined ? insertProperty(text, object, key, value) : replaceValue(text, before, value);
}

function write(text: string, [key, name]: Place, entry: Readonly<Record<string, unknown>>): string {
	const start = text.trim() === "" ? "{}\n" : text;
	if (valueAt(start, [key]) === undefined) return withKey(start, [], key, { [name]: entry });
	const before = valueAt(start, [key, name]);
	if (before?.type !== "object") return withKey(start, [key], name, entry);
	const { [key]: holder } = parse(start, [], lenient) as Readonly<Record<string, Readonly<Record<string, object>>>>;
	const values: Readonly<Record<string, unknown>> = { ...holder?.[name] };
	// Key by key, so that what else is in the entry stays as it is written.
	return Object.entries(entry).reduce(
		(now, [part, value]) => (Bun.deepEquals(values[part], value) ? now : withKey(now, [key, name], part, value)),
		start,
	);
}

function remove(text: string, [key, name]: Place, withHolder: boolean): string {
	const holder = valueAt(text, [key]);
	const property = holder && propertyOf(holder, name);
	if (property === undefined) return text;
	const without = removeProperty(text, property);
	const isEmpty = valueAt(without, [key])?.children?.length === 0;
	const emptied = isEmpty ? propertyOf(rootOf(without), key) : undefined;
	return withHolder && emptied !== undefined ? removeProperty(without, emptied) : without;
}

/** JSON whose text is changed only where it has to be. */
export const jsonText = (format: "json" | "jsonc"): SettingsText => ({
	read: (text) => (format === "json" ? readStrict(text) : readLenient(text)),
	write,
	remove,
});
