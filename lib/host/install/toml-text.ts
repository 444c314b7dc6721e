import { parse, stringify } from "smol-toml";
import type { Place, SettingsText, Value } from "./settings-text.ts";

/** A table's header, such as `[mcp_servers.monk]`; `[[…]]` is none of ours, but ends a table. */
const anyHeader = /^\s*\[/;

/** The names in a table's header, or nothing. */
function headerOf(line: string): readonly string[] | undefined {
	const inside = /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/.exec(line)?.[1];
	return inside?.split(".").map((part) => part.trim().replace(/^(["'])(.*)\1$/, "$2"));
}

/** Lines `[from, to)` below a table's header. */
interface Body {
	readonly from: number;
	readonly to: number;
}

function bodyAt(lines: readonly string[], header: number): Body {
	const next = lines.findIndex((line, index) => index > header && anyHeader.test(line));
	return { from: header + 1, to: next < 0 ? lines.length : next };
}

/** The body of the table of that name; undefined when no header names it. */
function bodyOf(lines: readonly string[], place: Place): Body | undefined {
	const header = lines.findIndex((line) => headerOf(line)?.join(".") === place.join("."));
	return header < 0 ? undefined : bodyAt(lines, header);
}

const isWhole = (text: string): boolean => {
	try {
		parse(text);
		return true;
	} catch {
		return false;
	}
};

/** The body without the assignments to these keys, each as many lines as it takes to be whole. */
function withoutKeys(body: readonly string[], keys: readonly string[]): readonly string[] {
	const kept: string[] = [];
	for (let at = 0; at < body.length; at++) {
		const line = body[at] ?? "";
		const key = /^\s*(?:"([^"]+)"|'([^']+)'|([\w-]+))\s*=/
			.exec(line)
			?.slice(1)
			.find((name) => name !== undefined);
		if (key === undefined || !keys.includes(key)) {
			kept.push(line);
			continue;
		}
		let end = at + 1;
		while (end < body.length && !isWhole(body.slice(at, end).join("\n"))) end++;
		at = end - 1;
	}
	return kept;
}

const inline = (value: unknown): string => {
	if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
	if (typeof value === "object" && value !== null)
		return `{ ${Object.entries(value)
			.map(([key, part]) => `${keyText(key)} = ${inline(part)}`)
			.join(", ")} }`;
	return stringify({ v: value })
		.trim()
		.replace(/^v\s*=\s*/, "");
};

const keyText = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

const assignments = (entry: Value): string[] =>
	Object.entries(entry).map(([key, value]) => `${keyText(key)} = ${inline(value)}`);

const valueAt = (text: string, [key, name]: Place): Value => {
	const { [key]: holder } = parse(text) as Readonly<Record<string, Readonly<Record<string, Value>> | undefined>>;
	return holder?.[name] ?? {};
};

/** TOML whose text is changed only in the one table; a table can stand anywhere, so a new one goes to the end. */
export const tomlText: SettingsText = {
	read: (text) => parse(text),
	write(text, place, entry) {
		const eol = text.includes("\r\n") ? "\r\n" : "\n";
		const lines = text.split(/\r?\n/);
		const body = bodyOf(lines, place);
		if (body === undefined) {
			const start = text.trim() === "" ? "" : `${text.replace(/\s*$/, "")}${eol}${eol}`;
			return `${start}[${place.map(keyText).join(".")}]${eol}${assignments(entry).join(eol)}${eol}`;
		}
		const before = valueAt(text, place);
		const differing = Object.entries(entry).filter(([key, value]) => !Bun.deepEquals(before[key], value));
		const kept = withoutKeys(
			lines.slice(body.from, body.to),
			differing.map(([key]) => key),
		);
		const ours = assignments(Object.fromEntries(differing));
		return [...lines.slice(0, body.from), ...ours, ...kept, ...lines.slice(body.to)].join(eol);
	},
	remove(text, place) {
		const eol = text.includes("\r\n") ? "\r\n" : "\n";
		const lines = text.split(/\r?\n/);
		const gone = new Set(
			lines.flatMap((line, header) => (isWithin(headerOf(line), place) ? linesAt(lines, header) : [])),
		);
		const kept = lines.filter((_, index) => !gone.has(index));
		const wasLast = gone.has(lines.findLastIndex((line) => line.trim() !== ""));
		if (!wasLast) return kept.join(eol);
		const rest = kept.join(eol).trimEnd();
		return rest === "" ? "" : `${rest}${eol}`;
	},
};

/** The table itself, or one inside it. */
const isWithin = (header: readonly string[] | undefined, place: Place): boolean =>
	header !== undefined && place.every((name, index) => header[index] === name);

const isBlank = (line: string): boolean => /^\s*(?:#.*)?$/.test(line);

/** A table's header and its lines; comments after the last may be about what follows, and stay. */
function linesAt(lines: readonly string[], header: number): readonly number[] {
	const { to } = bodyAt(lines, header);
	let end = to;
	while (end > header + 1 && isBlank(lines[end - 1] ?? "")) end--;
	return Array.from({ length: end - header }, (_, index) => header + index);
}
