/** Lays a delta over its base, by the grammar that `lib/host/tools/delta.ts` states. Throws where it does not fit. */
export function applyDelta(base: string, delta: string): string {
	if (delta === "") return base;
	return apply(split(base.split("\n")), split(delta.split("\n"))).join("\n");
}

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

/** The nodes of one level, each as its own lines. */
function split(lines: readonly string[]): string[][] {
	const nodes: string[][] = [];
	for (const line of lines) {
		const last = nodes.at(-1);
		if (last !== undefined && indentOf(line) > indentOf(last[0] ?? "")) last.push(line);
		else nodes.push([line]);
	}
	return nodes;
}

function apply(base: readonly string[][], delta: readonly string[][]): string[] {
	const lines: string[] = [];
	let at = 0;
	const next = (): string[] => {
		const node = base[at++];
		if (node === undefined) throw new Error("the base has no such node");
		return node;
	};
	for (const node of delta) {
		const [head = "", ...below] = node;
		const same = /^ *- unchanged \[(\d+) nodes?\]$/.exec(head)?.[1];
		if (same !== undefined) for (let count = 0; count < Number(same); count++) lines.push(...next());
		else if (/^ *- removed(?: \[ref=\w+\]: ".*")?$/.test(head)) next();
		else if (head.endsWith(" [changed]:")) {
			const [, ...inner] = next();
			lines.push(head.replace(/ \[changed\]:$/, ":"), ...apply(split(inner), split(below)));
		} else lines.push(...node);
	}
	if (at !== base.length) throw new Error("the delta forgets nodes of the base");
	return lines;
}
