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
	/** What `if` makes of the value. */
	readonly isTrue: boolean;
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
	// A class may have a `name` of its own that is none.
	const functionName = (name: unknown): string =>
		typeof name === "string" && name !== "" ? `[function ${name}]` : "[function]";
	const numberName = (value: number): string => (value === 0 ? "[-0]" : `[${value}]`);
	const isNode = (value: object): value is Node =>
		"nodeType" in value && "nodeName" in value && "ownerDocument" in value;
	function named(this: unknown, _: string, value: unknown): unknown {
		if (typeof value === "bigint") return `${value}n`;
		if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? value : numberName(value);
		if (typeof value === "function") return functionName(value.name);
		if (typeof value === "symbol" || value === undefined) return `[${String(value)}]`;
		if (typeof value !== "object" || value === null) return value;
		if (value === globalThis) return "[window]";
		if (isNode(value)) return nodeName(value);
		while (around.length > 0 && around.at(-1) !== this) around.pop();
		if (around.includes(value)) return "[circular]";
		around.push(value);
		if (value instanceof Error || value instanceof RegExp) return String(value);
		if (value instanceof Map) return [...value];
		return value instanceof Set ? [...value] : value;
	}
	const text: string | undefined = JSON.stringify(this, named);
	return { text: text?.slice(0, most), length: text?.length ?? 0 };
}

/** What has no JSON, named as it is within a result; `undefined` itself stays that. */
export function primitiveText({ type, value, unserializableValue, description }: RemoteValue): string {
	if (type === "bigint") return JSON.stringify(unserializableValue);
	if (type === "symbol") return JSON.stringify(`[${description}]`);
	if (unserializableValue !== undefined) return JSON.stringify(`[${unserializableValue}]`);
	return JSON.stringify(value) ?? "undefined";
}

const isTrue = ({ objectId, value, unserializableValue, type }: RemoteValue): boolean =>
	objectId !== undefined ||
	type === "symbol" ||
	Boolean(value) ||
	/^-?(?:Infinity|[1-9]\d*n)$/.test(unserializableValue ?? "");

const cut = (text: string, whole: number, value: RemoteValue): PageJson => ({
	value: text.slice(0, MOST_CHARS),
	omitted: Math.max(0, whole - MOST_CHARS),
	isTrue: isTrue(value),
});

/** A value as JSON text, in which what JSON cannot say is named; `undefined` for that itself. Throws EVAL_ERROR. */
export async function jsonOf(attachment: Attachment, value: RemoteValue, session: string): Promise<PageJson> {
	if (value.objectId === undefined || value.type === "symbol") {
		const text = primitiveText(value);
		return cut(text, text.length, value);
	}
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
	return cut(text ?? "undefined", length ?? 0, value);
}
