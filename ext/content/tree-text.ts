import { maskTree } from "../snapshot/secrets.ts";
import type { AriaNode } from "../snapshot/tree.ts";

type Child = AriaNode | string;

/** Nodes that are written at one go: a millisecond's worth or two. */
const AT_ONCE = 400;

/** Whether more than that is in a node; counted no further. */
function isLong({ children = [] }: AriaNode): boolean {
	let count = 0;
	const isMore = (nodes: readonly Child[]): boolean =>
		nodes.some((node) => ++count > AT_ONCE || (typeof node !== "string" && isMore(node.children ?? [])));
	return isMore(children);
}

/**
 * A tree as JSON with its secrets masked, in pieces to be joined. Made at one go, that of a long page would hold up the
 * page.
 */
export function* treeText(nodes: readonly Child[]): Generator<string> {
	let separator = "[";
	for (const node of nodes) {
		yield separator;
		separator = ",";
		if (typeof node === "object" && isLong(node)) yield* longNodeText(node);
		else yield JSON.stringify(maskTree([node])[0]);
	}
	yield nodes.length === 0 ? "[]" : "]";
}

function* longNodeText({ children = [], ...own }: AriaNode): Generator<string> {
	yield `${JSON.stringify(maskTree([own])[0]).slice(0, -1)},"children":`;
	yield* treeText(children);
	yield "}";
}
