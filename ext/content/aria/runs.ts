import type { AriaNode } from "../../snapshot/tree.ts";
import { localNameOf, textContentOf } from "./dom.ts";

/** What a node holds: other nodes, and words between them. */
export type Child = AriaNode | string;

/** A break between two runs of text that are laid out apart; a noncharacter, which no page's words hold. */
export const BREAK = "\uffff";

/** White space as a single space. Most text has it so already, and one look says so. */
export const singleSpaced = (text: string): string => (uneven.test(text) ? text.replace(/\s+/g, " ") : text);
const uneven = /\s\s|[^\S ]/;

/** Joins the runs of text, makes their whitespace single, and drops what is empty. */
export function settle(children: readonly Child[]): readonly Child[] {
	const settled: Child[] = [];
	let run = "";
	const flush = (): void => {
		if (run === "") return;
		for (const piece of run.includes(BREAK) ? run.split(BREAK) : [run]) {
			const text = singleSpaced(piece.trim());
			if (text !== "") settled.push(text);
		}
		run = "";
	};
	for (const child of children) {
		if (typeof child === "string") run += child;
		else {
			flush();
			settled.push(child);
		}
	}
	flush();
	return settled;
}

/** A node whose only child is a wrapper of words holds those words itself. */
export function unwrapSole(children: readonly Child[]): readonly Child[] {
	const [only] = children;
	if (children.length !== 1 || typeof only !== "object") return children;
	if (only.role !== "generic" || only.interactive || only.name !== undefined) return children;
	return [...(only.text === undefined ? [] : [only.text]), ...(only.children ?? [])];
}

export function content(children: readonly Child[]): Pick<AriaNode, "text" | "children"> {
	const [only] = children;
	if (children.length === 0) return {};
	return children.length === 1 && typeof only === "string" ? { text: only } : { children };
}

/** Children that are presentational lose what they say of themselves; what can be worked with is kept all the same. */
export const presentationalRest = (children: readonly Child[]): readonly Child[] =>
	settle(
		children.flatMap((child): readonly Child[] => {
			if (typeof child === "string" || child.interactive) return [child];
			const inner = presentationalRest([...(child.text === undefined ? [] : [child.text]), ...(child.children ?? [])]);
			if (child.role === "img" && child.name !== undefined) return [child];
			return [BREAK, ...(inner.length === 0 && child.name ? [child.name] : inner), BREAK];
		}),
	);

/** The words of a subtree, for descriptions of what has no name. */
export const plainText = (element: Element): string =>
	(textContentOf(element) ?? localNameOf(element)).replace(/\s+/g, " ").trim();
