import type { AriaNode } from "../../ext/snapshot/tree.ts";

/** A line of a snapshot, read back. Written from the grammar, and not from the code that prints it. */
type Parsed = { -readonly [Key in "role" | "name" | "text" | "ref"]?: string } & {
	brackets: string[];
	properties: Record<string, string>;
	children: (Parsed | string)[];
};

/** Reads rendered lines back into what they say. Throws on a line that the grammar does not allow. */
export function parseSnapshot(text: string): readonly (Parsed | string)[] {
	const top: (Parsed | string)[] = [];
	const open: { depth: number; node: Parsed }[] = [];
	for (const line of text === "" ? [] : text.split("\n")) {
		const match = /^( *)- (.*)$/.exec(line);
		if (!match) throw new SyntaxError(`not a node: ${line}`);
		const depth = (match[1] ?? "").length / 2;
		while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
		const parent = open.at(-1)?.node;
		const [head, value] = splitLine(match[2] ?? "");
		if (head.startsWith("/") && parent) {
			parent.properties[head.slice(1)] = value ?? "";
			continue;
		}
		const child = head === "text" ? (value ?? "") : parseHead(head, value);
		(parent?.children ?? top).push(child);
		if (typeof child !== "string") open.push({ depth, node: child });
	}
	return top;
}

/** `head: value`, `head:` or `head`; a head with a colon of its own stands in single quotes. */
function splitLine(line: string): [string, string | undefined] {
	const quoted = /^'((?:[^']|'')*)'(?::(?: (.*))?)?$/.exec(line);
	if (quoted) return [(quoted[1] ?? "").replaceAll("''", "'"), unquote(quoted[2])];
	const colon = line.indexOf(": ");
	if (colon >= 0) return [line.slice(0, colon), unquote(line.slice(colon + 2))];
	return [line.replace(/:$/, ""), undefined];
}

const unquote = (value: string | undefined): string | undefined =>
	value?.startsWith('"') ? (JSON.parse(value) as string) : value;

function parseHead(head: string, text: string | undefined): Parsed {
	const match = /^([\w-]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^[\]]*\])*)$/.exec(head);
	if (!match) throw new SyntaxError(`not a head: ${head}`);
	const brackets = Array.from((match[3] ?? "").matchAll(/ \[([^[\]]*)\]/g), ([, bracket]) => bracket ?? "");
	const ref = brackets.find((bracket) => bracket.startsWith("ref="))?.slice(4);
	return {
		role: match[1] ?? "",
		...(match[2] === undefined ? {} : { name: JSON.parse(match[2]) as string }),
		...(text === undefined ? {} : { text }),
		...(ref === undefined ? {} : { ref }),
		brackets,
		properties: {},
		children: [],
	};
}

/** What a node must read back as. */
export function expectedOf(node: AriaNode | string): Parsed | string {
	if (typeof node === "string") return node;
	const properties = node.properties ?? {};
	const children = (node.children ?? []).map(expectedOf);
	const inline = Object.keys(properties).length === 0 && children.length === 0;
	return {
		role: node.role,
		...(node.name === undefined ? {} : { name: node.name }),
		...(node.text !== undefined && inline ? { text: node.text } : {}),
		...(node.ref === undefined ? {} : { ref: node.ref }),
		brackets: bracketsOf(node),
		properties: { ...properties },
		children: node.text !== undefined && !inline ? [node.text, ...children] : children,
	};
}

const bracketsOf = (node: AriaNode): string[] => [
	...(node.states?.level === undefined ? [] : [`level=${node.states.level}`]),
	...(node.ref === undefined ? [] : [`ref=${node.ref}`]),
	...(node.pointer ? ["cursor=pointer"] : []),
];
