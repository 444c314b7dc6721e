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
function bodyOf(lines: readonly string[], place: readonly string[]): Body | undefined {
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

/** The names before an assignment's `=`: one, or several with dots between. */
function keyOf(line: string): readonly string[] | undefined {
	const part = String.raw`(?:"[^"]+"|'[^']+'|[\w-]+)`;
	const written = new RegExp(String.raw`^\s*(${part}(?:\s*\.\s*${part})*)\s*=`).exec(line)?.[1];
	return written?.match(new RegExp(part, "g"))?.map((name) => name.replace(/^(["'])(.*)\1$/, "$2"));
}

/** Index past an assignment, which takes as many lines as it needs to be whole. */
function endOf(lines: readonly string[], at: number): number {
	let end = at + 1;
	while (end < lines.length && !isWhole(lines.slice(at, end).join("\n"))) end++;
	return end;
}

/** The body without the assignments to these keys, or to what is inside them. */
function withoutKeys(body: readonly string[], keys: readonly string[]): readonly string[] {
	const kept: string[] = [];
	for (let at = 0; at < body.length; at++) {
		const [key] = keyOf(body[at] ?? "") ?? [];
		if (key !== undefined && keys.includes(key)) at = endOf(body, at) - 1;
		else kept.push(body[at] ?? "");
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

const valueAt = (text: string, path: readonly string[]): Value =>
	path.reduce<Value>((value, name) => (isRecord(value[name]) ? value[name] : {}), parse(text));

const isRecord = (value: unknown): value is Value =>
	typeof value === "object" && value !== null && !Array.isArray(value);

interface Lines {
	readonly lines: readonly string[];
	readonly eol: string;
}

const linesOf = (text: string): Lines => ({
	lines: text.split(/\r?\n/),
	eol: text.includes("\r\n") ? "\r\n" : "\n",
});

/** The text with these values in the table at a path; what has a table of its own below is written there. */
function writeTable(text: string, path: readonly string[], value: Value): string {
	const { lines, eol } = linesOf(text);
	const before = valueAt(text, path);
	const differing = Object.entries(value).filter(([key, part]) => !Bun.deepEquals(before[key], part));
	const below = differing.filter(([key]) => bodyOf(lines, [...path, key]) !== undefined);
	const own = differing.filter((one) => !below.includes(one));
	const ours = assignments(Object.fromEntries(own));
	const body = bodyOf(lines, path);
	let written: string;
	if (body === undefined) {
		const start = text.trim() === "" ? "" : `${text.replace(/\s*$/, "")}${eol}${eol}`;
		written = `${start}${[`[${path.map(keyText).join(".")}]`, ...ours].join(eol)}${eol}`;
	} else {
		const kept = withoutKeys(
			lines.slice(body.from, body.to),
			own.map(([key]) => key),
		);
		written = [...lines.slice(0, body.from), ...ours, ...kept, ...lines.slice(body.to)].join(eol);
	}
	return below.reduce((now, [key, part]) => writeTable(now, [...path, key], part as Value), written);
}

/** Where `key = { … }` stands above the first table: its lines `[from, to)`. */
function inlineHolder(lines: readonly string[], key: string): Body | undefined {
	const { to } = bodyAt(lines, -1);
	const from = lines.findIndex((line, index) => {
		const names = index < to ? keyOf(line) : undefined;
		return names?.length === 1 && names[0] === key;
	});
	return from < 0 ? undefined : { from, to: endOf(lines, from) };
}

/** The entry as the last of a table within one line; which brace ends the table is known by what then is read. */
function writeInline(text: string, { from, to }: Body, [key, name]: Place, entry: Value): string {
	const { lines, eol } = linesOf(text);
	const assignment = lines.slice(from, to).join(eol);
	const holder = valueAt(text, [key]);
	if (Object.hasOwn(holder, name)) return text;
	const ours = `${keyText(name)} = ${inline(entry)}`;
	for (let brace = assignment.lastIndexOf("}"); brace > 0; brace = assignment.lastIndexOf("}", brace - 1)) {
		const start = assignment.slice(0, brace).trimEnd();
		const comma = start.endsWith("{") ? "" : ",";
		const edited = `${start}${comma} ${ours} ${assignment.slice(brace)}`;
		if (isWhole(edited) && Bun.deepEquals(valueAt(edited, [key]), { ...holder, [name]: entry }))
			return [...lines.slice(0, from), edited, ...lines.slice(to)].join(eol);
	}
	return text;
}

const hasKey = (lines: readonly string[], body: Body, key: string): boolean =>
	lines.slice(body.from, body.to).some((line) => keyOf(line)?.[0] === key);

/** TOML whose text is changed only in the one table; a table can stand anywhere, so a new one goes to the end. */
export const tomlText: SettingsText = {
	read: (text) => parse(text),
	write(text, place, entry) {
		const [key, name] = place;
		const { lines } = linesOf(text);
		const within = inlineHolder(lines, key);
		if (within !== undefined) return writeInline(text, within, place, entry);
		const holder = bodyOf(lines, [key]);
		const isInHolder = holder !== undefined && hasKey(lines, holder, name);
		return isInHolder ? writeTable(text, [key], { [name]: entry }) : writeTable(text, place, entry);
	},
	remove(text, place) {
		const { lines: all, eol } = linesOf(text);
		const holder = bodyOf(all, [place[0]]);
		const lines =
			holder === undefined
				? all
				: [
						...all.slice(0, holder.from),
						...withoutKeys(all.slice(holder.from, holder.to), [place[1]]),
						...all.slice(holder.to),
					];
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
