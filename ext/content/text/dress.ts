import { attribute, childNodesOf, closestMatch, isElement, isTag, localNameOf } from "../aria/dom.ts";
import type { Reading } from "../aria/reading.ts";
import { roleOf } from "../aria/role.ts";

/** Puts the words of an element into the form that a format has for it. */
export type Dress = (element: Element, words: string, reading: Reading) => string;

/** Cells of a row apart by a tab, items by a dash: enough to read, nothing to parse. */
export const plain: Dress = (element, words, reading) => {
	if (isTag(element, "td", "th")) return `${trimBreaks(words)}\ufdd4`;
	if (isTag(element, "li") && roleOf(element, reading) === "listitem") return `- ${trimBreaks(words)}`;
	return words;
};

/** CommonMark, with the tables of GitHub's flavour. */
export const markdown: Dress = (element, words, reading) => {
	const trimmed = trimBreaks(words);
	if (trimmed === "" && !isTag(element, "hr", "td", "th")) return words;
	const level = /^h([1-6])$/.exec(localNameOf(element))?.[1];
	if (level) return `${"#".repeat(Number(level))} ${oneLine(trimmed)}`;
	return forms[localNameOf(element)]?.(element, trimmed, reading) ?? words;
};

/** The marks of blocks and lines that the words may still hold. */
const trimBreaks = (text: string): string => text.replace(/^[\s\ufdd2\ufdd3]+|[\s\ufdd2\ufdd3]+$/g, "");
const oneLine = (text: string): string => text.replace(/[\s\ufdd2\ufdd3]+/g, " ");
const indent = (text: string, by: string): string =>
	text.replace(/\s*[\n\ufdd2\ufdd3][\s\ufdd2\ufdd3]*/g, `\ufdd1${by}`);

const wrap =
	(sign: string) =>
	(_: Element, words: string): string =>
		`${sign}${words}${sign}`;

const forms: Readonly<Record<string, (element: Element, words: string, reading: Reading) => string>> = {
	a: (element, words) => {
		const url = attribute(element, "href")?.trim();
		return url && !/^(?:javascript|data):/i.test(url) ? `[${oneLine(words)}](${url})` : words;
	},
	b: wrap("**"),
	blockquote: (_, words) => `> ${indent(words, "> ")}`,
	code: (element, words) => (closestMatch(element, "pre") ? words : `\`${words}\``),
	em: wrap("*"),
	hr: () => "---",
	i: wrap("*"),
	img: (_, words) => `![${oneLine(words)}]`,
	li: (element, words) => `${bulletOf(element)} ${indent(words, "\ufdd0\ufdd0")}`,
	pre: (_, words) => `\`\`\`\ufdd1${words}\ufdd1\`\`\``,
	strong: wrap("**"),
	td: (_, words) => `${oneLine(words).replaceAll("|", "\\|")} | `,
	th: (_, words) => `${oneLine(words).replaceAll("|", "\\|")} | `,
	tr: (element, words) => `| ${words}${isHeaderRow(element) ? `\ufdd1|${" --- |".repeat(cellCount(element))}` : ""}`,
};

function bulletOf(item: Element): string {
	const list = closestMatch(item, "ol,ul,menu");
	if (!list || !isTag(list, "ol")) return "-";
	const items = childNodesOf(list).filter((child) => isElement(child) && isTag(child, "li"));
	return `${list.start + items.indexOf(item as HTMLLIElement)}.`;
}

const isHeaderRow = (row: Element): boolean => {
	const table = closestMatch(row, "table");
	return table !== null && isTag(table, "table") && table.rows[0] === row;
};

const cellCount = (row: Element): number => (isTag(row, "tr") ? row.cells.length : 0);
