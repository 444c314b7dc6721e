import { MonkError } from "../../../lib/errors/error.ts";
import type { Attachment } from "./attachment.ts";
import { type Evaluated, type RemoteValue, resultOf } from "./remote-value.ts";

/** Characters of a result that are handed over: what is longer is of no use to whoever reads it. */
const MOST_CHARS = 100_000;

/** JSON text of what a page computed. */
export interface PageJson {
	readonly value: string;
	/** Characters that did not fit: then `value` is the beginning of a JSON text. */
	readonly omitted: number;
}

/**
 * Sent to the page as text, with the value as `this`. A cycle, an element and other things that JSON cannot say are named
 * where they stand.
 */
function writeJson(this: unknown, most: number): { readonly text: string | undefined; readonly length: number } {
	const around: unknown[] = [];
	const nodeName = (node: Node): string => {
		if (!(node instanceof Element)) return node.nodeName;
		const id = node.id === "" ? "" : `#${node.id}`;
		return `<${node.localName}${id}>`;
	};
	const isNode = (value: object): value is Node =>
		"nodeType" in value && "nodeName" in value && "ownerDocument" in value;
	function named(this: unknown, _: string, value: unknown): unknown {
		if (typeof value === "bigint") return `${value}n`;
		if (typeof value !== "object" || value === null) return value;
		if (value === globalThis) return "[window]";
		if (isNode(value)) return nodeName(value);
		while (around.length > 0 && around.at(-1) !== this) around.pop();
		if (around.includes(value)) return "[circular]";
		around.push(value);
		if (value instanceof Error) return String(value);
		if (value instanceof Map) return [...value];
		return value instanceof Set ? [...value] : value;
	}
	const text: string | undefined = JSON.stringify(this, named);
	return { text: text?.slice(0, most), length: text?.length ?? 0 };
}

/** JSON has neither -0 nor the numbers beyond all numbers. */
const numberText = (special: string): string => (special === "-0" ? "0" : "null");

export function primitiveText({ type, value, unserializableValue }: RemoteValue): string {
	if (unserializableValue !== undefined) return type === "bigint" ? "undefined" : numberText(unserializableValue);
	return JSON.stringify(value) ?? "undefined";
}

/** A value as JSON text; `undefined` for what JSON cannot say: a function, a symbol, a bigint. Throws EVAL_ERROR. */
export async function jsonOf(attachment: Attachment, value: RemoteValue, session: string): Promise<PageJson> {
	if (value.type === "symbol" || value.type === "function") return { value: "undefined", omitted: 0 };
	if (value.objectId === undefined) return cut(primitiveText(value));
	const told = await attachment.send<Evaluated>(
		"Runtime.callFunctionOn",
		{
			functionDeclaration: String(writeJson),
			objectId: value.objectId,
			arguments: [{ value: MOST_CHARS }],
			returnByValue: true,
		},
		session,
	);
	const { text, length } = (resultOf(told).value ?? {}) as { text?: unknown; length?: number };
	if (text !== undefined && typeof text !== "string")
		throw new MonkError("EVAL_ERROR", "the page's JSON writes no text");
	return { value: text ?? "undefined", omitted: Math.max(0, (length ?? 0) - MOST_CHARS) };
}

const cut = (text: string): PageJson => ({
	value: text.slice(0, MOST_CHARS),
	omitted: Math.max(0, text.length - MOST_CHARS),
});
