import { inBrackets, key, quote, scalar } from "./quote.ts";
import type { AriaNode, AriaStates } from "./tree.ts";

export interface RenderOptions {
	/** Stop after so many characters and say what was left out; no limit when absent. */
	readonly maxChars?: number;
	/** More of the page was never read, so its lines cannot be counted. */
	readonly cut?: boolean;
}

export interface Rendered {
	readonly text: string;
	/** Lines that did not fit. */
	readonly omitted: number;
}

/** The tree as indented lines; the last line tells what was left out, if anything was. */
export function renderTree(nodes: readonly (AriaNode | string)[], options: RenderOptions = {}): Rendered {
	const lines = renderLines(nodes);
	const limit = options.maxChars ?? Number.POSITIVE_INFINITY;
	let length = 0;
	const end = lines.findIndex((line) => {
		length += line.length + 1;
		return length > limit + 1;
	});
	const kept = end < 0 ? lines : lines.slice(0, end);
	const omitted = lines.length - kept.length;
	if (omitted === 0 && !options.cut) return { text: lines.join("\n"), omitted };
	return { text: [...kept, tail(omitted, options.cut === true, lines[kept.length] ?? "")].join("\n"), omitted };
}

/** A page's words never begin a line with `#`, so this line can only be ours. */
const tail = (omitted: number, cut: boolean, next: string): string => {
	const ref = /\[ref=(\w+)\]/.exec(next)?.[1];
	const where = ref === undefined ? "" : `; the next is ref ${ref}`;
	const what = cut ? "More lines" : `${omitted} more lines`;
	return `# ${what} left out by max_chars${where}. Ask with root, depth, filter or a larger max_chars for it.`;
};

export function renderLines(nodes: readonly (AriaNode | string)[]): readonly string[] {
	const lines: string[] = [];
	for (const node of nodes) addNode(node, "", lines);
	return lines;
}

function addNode(node: AriaNode | string, indent: string, lines: string[]): void {
	if (typeof node === "string") {
		lines.push(`${indent}- text: ${scalar(node)}`);
		return;
	}
	const head = `${indent}- ${key(headOf(node))}`;
	const properties = Object.entries(node.properties ?? {});
	const children = node.children ?? [];
	if (properties.length === 0 && children.length === 0) {
		lines.push(node.text === undefined ? head : `${head}: ${scalar(node.text)}`);
		return;
	}
	lines.push(`${head}:`);
	for (const [name, value] of properties) lines.push(`${indent}  - /${name}: ${scalar(value)}`);
	if (node.text !== undefined) lines.push(`${indent}  - text: ${scalar(node.text)}`);
	for (const child of children) addNode(child, `${indent}  `, lines);
}

/** `role "name" [states] [ref=e1] [cursor=pointer] [notes]`. */
function headOf(node: AriaNode): string {
	const parts = [node.role];
	if (node.name !== undefined) parts.push(quote(node.name));
	for (const name of stateOrder) {
		const state = node.states?.[name];
		if (state !== undefined) parts.push(bracket(name, state));
	}
	if (node.ref !== undefined) parts.push(`[ref=${node.ref}]`);
	if (node.pointer) parts.push("[cursor=pointer]");
	for (const note of node.notes ?? []) parts.push(`[${inBrackets(note)}]`);
	return parts.join(" ");
}

const stateOrder = [
	"checked",
	"disabled",
	"expanded",
	"active",
	"level",
	"pressed",
	"selected",
	"required",
	"readonly",
	"invalid",
	"current",
	"modal",
	"busy",
] as const satisfies readonly (keyof AriaStates)[];

/** `[checked]`, `[checked=mixed]`, `[level=2]`; only `expanded` is printed when false, since it can be opened. */
const bracket = (name: string, state: boolean | string | number): string =>
	state === true ? `[${name}]` : `[${name}=${inBrackets(String(state))}]`;
