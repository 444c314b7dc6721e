/**
 * What changed between two snapshots, as lines of the same grammar. Laid over the base it gives the newer one exactly:
 *
 * - `- unchanged [3 nodes]`: the base's next three nodes here, with all that is in them.
 * - `- removed [ref=e7]: button "Send"`: the base's next node here is gone.
 * - `- list "News" [ref=e5] [changed]:`: the base's next node here, whose line is now this one; below it, in the same
 *   way, what changed in it.
 * - anything else is new, and stands there in full.
 */

interface Node {
	/** The line without its indent. */
	readonly line: string;
	/** The same and all below, indented: two nodes are alike when these are. */
	readonly text: string;
	readonly ref: string | undefined;
	/** Its ref or, where it has none, the first in it: rows are told apart by what they hold. */
	readonly anchor: string | undefined;
	readonly children: readonly Node[];
}

const indentOf = (line: string): number => line.search(/[^ ]|$/);

/** The line's own ref; one inside quotes is a page's word. */
function refIn(line: string): string | undefined {
	const bare = line.replace(/"(?:[^"\\]|\\.)*"/g, '""');
	return /^- '?\w+(?: "")?(?: \[[^\]]*\])*? \[ref=(\w+)\]/.exec(bare)?.[1];
}

function nodesIn(lines: readonly string[], from: number, to: number): readonly Node[] {
	const nodes: Node[] = [];
	for (let at = from; at < to; ) {
		const line = lines[at] ?? "";
		const indent = indentOf(line);
		let end = at + 1;
		while (end < to && indentOf(lines[end] ?? "") > indent) end++;
		const text = lines.slice(at, end).join("\n");
		const ref = refIn(line.trimStart());
		const children = nodesIn(lines, at + 1, end);
		const anchor = ref ?? children.find((child) => child.anchor !== undefined)?.anchor;
		nodes.push({ line: line.slice(indent), text, ref, anchor, children });
		at = end;
	}
	return nodes;
}

const parse = (snapshot: string): readonly Node[] => {
	const lines = snapshot.split("\n");
	return nodesIn(lines, 0, lines.length);
};

/** What becomes of a list of nodes, in the order of both. */
type Step = { readonly kind: "same" | "new" | "removed"; readonly node: Node } | Changed;

interface Changed {
	readonly kind: "changed";
	readonly node: Node;
	readonly base: Node;
}

/** One node in two states: its ref says so, or what it holds, or, where there is no ref at all, its line. */
const isOne = (a: Node, b: Node): boolean => {
	if (a.ref !== undefined || b.ref !== undefined) return a.ref === b.ref;
	return a.anchor !== undefined || b.anchor !== undefined ? a.anchor === b.anchor : a.line === b.line;
};

/**
 * Walks both lists at once. Where they part, the nearest place where they meet again is looked for, near first, so that
 * a list with a row put in or taken out costs that row and not the list.
 */
function steps(base: readonly Node[], now: readonly Node[]): readonly Step[] {
	const found: Step[] = [];
	let [b, n] = [0, 0];
	while (b < base.length || n < now.length) {
		const [old, node] = [base[b], now[n]];
		if (old !== undefined && node !== undefined && isOne(old, node)) {
			found.push(old.text === node.text ? { kind: "same", node } : { kind: "changed", node, base: old });
			b++;
			n++;
			continue;
		}
		const [gone, come] = meeting(base, now, b, n);
		for (; b < gone; b++) found.push({ kind: "removed", node: base[b] as Node });
		for (; n < come; n++) found.push({ kind: "new", node: now[n] as Node });
	}
	return found;
}

/** Nodes looked ahead for a place where two lists meet again. */
const LOOK_AHEAD = 200;

function meeting(base: readonly Node[], now: readonly Node[], b: number, n: number): readonly [number, number] {
	for (let away = 1; away <= LOOK_AHEAD; away++) {
		for (let ahead = 0; ahead <= away; ahead++) {
			const pairs = [
				[b + ahead, n + away],
				[b + away, n + ahead],
			] as const;
			for (const [i, j] of pairs) {
				const [old, node] = [base[i], now[j]];
				if (old !== undefined && node !== undefined && isOne(old, node)) return [i, j];
			}
		}
		if (b + away >= base.length && n + away >= now.length) break;
	}
	return [base.length, now.length];
}

/** The line of a node that holds others, with a mark before its colon. */
const marked = ({ line }: Node): string => `${line.replace(/:$/, "")} [changed]:`;

const shorten = (line: string): string => (line.length > 80 ? `${line.slice(0, 80)}…` : line);

const removedLine = ({ ref, line }: Node): string =>
	ref === undefined ? "- removed" : `- removed [ref=${ref}]: ${JSON.stringify(shorten(line.slice(2)))}`;

function write(base: readonly Node[], now: readonly Node[], indent: string, lines: string[]): void {
	let same = 0;
	const flush = (): void => {
		if (same > 0) lines.push(`${indent}- unchanged [${same} ${same === 1 ? "node" : "nodes"}]`);
		same = 0;
	};
	for (const step of steps(base, now)) {
		if (step.kind === "same") {
			same++;
			continue;
		}
		flush();
		if (step.kind === "changed") writeChanged(step, indent, lines);
		else lines.push(step.kind === "new" ? step.node.text : `${indent}${removedLine(step.node)}`);
	}
	flush();
}

function writeChanged({ node, base }: Omit<Changed, "kind">, indent: string, lines: string[]): void {
	if (isLeafChange({ node, base })) {
		lines.push(`${indent}${removedLine(base)}`, node.text);
		return;
	}
	lines.push(`${indent}${marked(node)}`);
	write(base.children, node.children, `${indent}  `, lines);
}

/** Below a line without children there is nothing to lay over: such a node is told whole. */
const isLeafChange = ({ node, base }: Omit<Changed, "kind">): boolean =>
	node.children.length === 0 || base.children.length === 0;

/** The changes from `base` to `now`; empty when they are the same. */
export function deltaOf(base: string, now: string): string {
	if (base === now) return "";
	const lines: string[] = [];
	write(parse(base), parse(now), "", lines);
	return lines.join("\n");
}
