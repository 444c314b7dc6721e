import type { AriaNode, AriaStates, FrameLink } from "../../snapshot/tree.ts";
import type { Refs } from "../refs.ts";
import type { Turns } from "../turns.ts";
import type { Reading } from "./reading.ts";

/** What the walk needs beside the page: who hands out refs, and how a frame's element is linked to its document. */
export interface Walk {
	readonly reading: Reading;
	readonly refs: Refs;
	frameLink(element: Element): FrameLink;
	readonly budget: Budget;
	readonly turns: Turns;
	/** Texts, and elements begun, that the budget has paid for. */
	readonly paid: Set<Node>;
}

/**
 * Characters that a reader still has room for. Counted low, so that what is printed is never less than asked for; the
 * walk ends when it is used up, since what nobody will see need not be read.
 */
export interface Budget {
	left: number;
	/** Something was left unread. */
	isCut: boolean;
}

/** What an element inherits from those it stands in. */
export interface Scope {
	/** Shown, but not to be worked with: outside the modal dialog, or inside `inert`. */
	readonly inert: boolean;
	/** The pointing hand is shown already. */
	readonly pointer: boolean;
	/** Inside something named by its content: the words are in that name. */
	readonly named: boolean;
	/** Inside something whose children are presentational: only what can be worked with is printed. */
	readonly flat: boolean;
	/** Nodes that are sure to be printed around it. */
	readonly depth: number;
}

/**
 * Characters that the lines of a node have at least, without those of the nodes in it and without the words that were
 * paid for where they stand: its text, and with `isNameSpent` the name that was made of it.
 */
export function leastPrinted(node: AriaNode, depth: number, isNameSpent = false): number {
	const { role, name, ref, states, pointer, properties, text, children } = node;
	const indent = 2 * depth;
	let length = indent + "- \n".length + role.length;
	if (name !== undefined) length += ' ""'.length + (isNameSpent ? 0 : name.length);
	if (ref !== undefined) length += ref.length + " [ref=]".length;
	if (pointer) length += " [cursor=pointer]".length;
	if (text !== undefined) length += ": ".length;
	for (const key in states) length += bracketLength(key, states[key as keyof AriaStates]);
	for (const key in properties) length += indent + "  - /: \n".length + key.length + (properties[key] ?? "").length;
	for (const child of children ?? []) if (typeof child === "string") length += indent + "  - text: \n".length;
	return length;
}

const bracketLength = (name: string, state: AriaStates[keyof AriaStates]): number =>
	" []".length + name.length + (state === true ? 0 : "=".length + String(state).length);
