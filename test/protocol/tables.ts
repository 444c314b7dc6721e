import type { Protocols } from "./description.ts";

type Row = readonly string[];
type Messages = Protocols["monk"]["messages"];

/** Columns are as wide as their widest cell, which is how the formatter wants them. */
function table(head: Row, rows: readonly Row[]): string {
	const widths = head.map((cell, at) => Math.max(3, cell.length, ...rows.map((row) => (row[at] ?? "").length)));
	const line = (cells: Row) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
	const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
	return [line(head), rule, ...rows.map(line)].join("\n");
}

interface Schema {
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly anyOf?: readonly Schema[];
}

/** The keys of an object, with `?` behind those that may be left out. */
function keysOf({ properties = {}, required = [], anyOf }: Schema): string {
	if (anyOf !== undefined) return [...new Set(anyOf.map(keysOf))].join(" or ");
	const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
	return `{${names.join(", ")}}`;
}

/** What a call of ScriptCat's carries stands in `input`, beside the client's name. */
const scriptCatParams = (params: Schema): string => keysOf(params.properties?.input ?? params);

function messageRows(messages: Messages, paramsOf: (params: Schema) => string): readonly Row[] {
	return Object.entries(messages).map(([name, entry]) => {
		const keys = `\`${paramsOf(entry.params as Schema)}\``;
		if (entry.kind === "notification") return [`\`${name}\``, entry.from, "notification", "", keys, ""];
		const limit = `${entry.timeoutMs / 1000} s`;
		return [`\`${name}\``, entry.from, entry.effect, limit, keys, `\`${keysOf(entry.result as Schema)}\``];
	});
}

const messageTable = (messages: Messages, paramsOf = keysOf): string =>
	table(["message", "from", "effect", "limit", "params", "result"], messageRows(messages, paramsOf));

const constantTable = ({ monk, scriptcat }: Protocols): string => {
	const rows = Object.entries(scriptcat.cryptography.contexts).map(([name, text]) => [
		name,
		`\`${monk.cryptography.contexts[name as keyof typeof monk.cryptography.contexts]}\``,
		`\`${text}\``,
	]);
	return table(["context", "monk link", "ScriptCat link"], rows);
};

/** The tables of PROTOCOL.md by the name that stands in their marks. */
export const tablesOf = (protocols: Protocols): Readonly<Record<string, string>> => ({
	contexts: constantTable(protocols),
	"monk-session": messageTable(protocols.monk.session),
	"monk-messages": messageTable(protocols.monk.messages),
	control: messageTable(protocols.monk.control),
	"scriptcat-session": messageTable(protocols.scriptcat.session),
	"scriptcat-messages": messageTable(protocols.scriptcat.messages, scriptCatParams),
	limits: table(
		["limit", "value"],
		Object.entries(protocols.limits).map(([name, value]) => [`\`${name}\``, `${value}`]),
	),
	errors: table(
		["code", "exit status", "may be repeated"],
		Object.entries(protocols.errors).map(([code, { exit, retry }]) => [`\`${code}\``, `${exit}`, retry ? "yes" : "no"]),
	),
});

const begin = (name: string): string => `<!-- bun run protocol: ${name} -->`;
const end = "<!-- end -->";

/** A page with its marked tables made anew. Throws when a table has no place in it, or a place no table. */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
	const placed = new Set<string>();
	const filled = page.replace(/<!-- bun run protocol: ([\w-]+) -->\n[\s\S]*?<!-- end -->/g, (_, name: string) => {
		const found = tables[name];
		if (found === undefined) throw new Error(`there is no table ${name}`);
		placed.add(name);
		return `${begin(name)}\n\n${found}\n\n${end}`;
	});
	const missing = Object.keys(tables).filter((name) => !placed.has(name));
	if (missing.length > 0) throw new Error(`no place for ${missing.join(", ")}`);
	return filled;
}
