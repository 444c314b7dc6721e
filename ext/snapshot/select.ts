import type { AriaNode } from "./tree.ts";

type Child = AriaNode | string;

export type Filter = "all" | "interactive";

/**
 * What can be worked with, and enough around it to know where it stands: landmarks, headings, dialogs, rows and groups
 * with a name stay when something in them does; headings always.
 */
export const filterTree = (nodes: readonly Child[], filter: Filter): readonly Child[] =>
	filter === "all" ? nodes : nodes.flatMap(keepInteractive);

function keepInteractive(node: Child): readonly Child[] {
	if (typeof node === "string") return [];
	const children = (node.children ?? []).flatMap(keepInteractive);
	if (node.interactive || node.frame || node.role === "heading" || node.role === "alert")
		return [{ ...withoutContent(node), ...own(node), ...(children.length > 0 ? { children } : {}) }];
	if (children.length === 0) return [];
	return isPlace(node) ? [{ ...withoutContent(node), children }] : children;
}

/** A widget's own value or words stay with it. */
const own = ({ text }: AriaNode): Pick<AriaNode, "text"> => (text === undefined ? {} : { text });

const withoutContent = ({ children: _children, text: _text, ...node }: AriaNode): AriaNode => node;

const placeRoles = new Set(
	"alertdialog banner complementary contentinfo dialog form main navigation region search tabpanel toolbar".split(" "),
);

const isPlace = (node: AriaNode): boolean => placeRoles.has(node.role) || node.name !== undefined;

/** Cuts below a depth (1: the top nodes only) and says in the node how much was cut. */
export function cutTree(nodes: readonly Child[], depth: number): readonly Child[] {
	return nodes.map((node) => (typeof node === "string" ? node : cutNode(node, depth)));
}

function cutNode(node: AriaNode, depth: number): AriaNode {
	const { children, ...rest } = node;
	if (!children || children.length === 0) return node;
	if (depth > 1) return { ...node, children: cutTree(children, depth - 1) };
	return { ...rest, notes: [...(node.notes ?? []), `${countNodes(children)} below`] };
}

const countNodes = (nodes: readonly Child[]): number =>
	nodes.reduce((sum, node) => sum + 1 + (typeof node === "string" ? 0 : countNodes(node.children ?? [])), 0);
