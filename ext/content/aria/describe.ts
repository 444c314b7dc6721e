import type { AriaNode } from "../../snapshot/tree.ts";
import type { Shown } from "../refs.ts";
import { attribute, isHtml, isTag, localNameOf } from "./dom.ts";
import type { Facts } from "./facts.ts";
import { descriptionOf } from "./name.ts";
import type { Reading } from "./reading.ts";
import { isEditingHost } from "./role.ts";
import { type Child, content } from "./runs.ts";
import { statesOf } from "./state.ts";
import { namedByChildren } from "./tables.ts";
import { controlValue, isSecret } from "./value.ts";
import type { Walk } from "./walk.ts";

/** Past this many, a select's options are counted rather than listed. */
export const optionLimit = 60;

export interface Described extends Facts {
	readonly name: string;
	readonly inner: readonly Child[];
}

export function describe(element: Element, facts: Described, walk: Walk): AriaNode {
	const { reading } = walk;
	const { role, inner } = facts;
	const name = facts.name || nameByOnlyText(role, inner);
	const states = statesOf(element, role, reading);
	const properties = propertiesOf(element, role, name, reading);
	const notes = notesOf(element, name);
	return {
		role,
		...(name ? { name: shortName(name) } : {}),
		...(facts.interactive ? { interactive: true as const } : {}),
		...(states ? { states } : {}),
		...(facts.pointer && !pointedAnyway.has(role) ? { pointer: true as const } : {}),
		...(properties ? { properties } : {}),
		...(notes ? { notes } : {}),
		...printedValue(element, role, name, reading),
		...content(withoutName(inner, name)),
		...(role === "iframe" && isFrame(element) ? { frame: walk.frameLink(element) } : {}),
	};
}

/**
 * What a ref is remembered as. The name that a tree's item has from its own words is not: asked again, it would be
 * that of all it holds.
 */
export function shownOf({ role, name, children }: AriaNode, { authored }: Facts): Shown {
	const isPartial = namedByChildren.has(role) && authored === "" && children !== undefined;
	return name === undefined || isPartial ? { role } : { role, name };
}

/** Longer names are cut, and say so by the last character. */
export const shortName = (name: string): string => shorten(name, 400);

/** The hand over these says nothing new. */
const pointedAnyway = new Set(["link", "button"]);

const isFrame = (element: Element): boolean => isHtml(element) && /^i?frame$/.test(localNameOf(element));

/** A cell of one text is named by it; a tree's item by its own words, without those of the items below it. */
function nameByOnlyText(role: string, inner: readonly Child[]): string {
	if (!namedByChildren.has(role)) return "";
	const words = inner.filter((child) => typeof child === "string");
	return words.length === inner.length || role === "treeitem" ? words.join(" ") : "";
}

/** Words that the name says already. */
const withoutName = (inner: readonly Child[], name: string): readonly Child[] =>
	name === "" ? inner : inner.filter((child) => typeof child !== "string" || !name.includes(child));

function printedValue(element: Element, role: string, name: string, reading: Reading): Pick<AriaNode, "text"> {
	if (isTag(element, "select") || isSecret(element)) return {};
	if (isTag(element, "input") && element.type === "file") return {};
	if (isHtml(element) && isEditingHost(element)) return {};
	// Elsewhere the words are the element's own content, which is printed anyway.
	if (contentIsValue.has(role) && !isTag(element, "input", "textarea")) return {};
	const value = controlValue(element, role, reading);
	return value === undefined || value === "" || value === name ? {} : { text: shorten(value, 2_000) };
}

const contentIsValue = new Set(["combobox", "listbox", "searchbox", "textbox"]);

function propertiesOf(element: Element, role: string, name: string, reading: Reading): AriaNode["properties"] {
	const properties: Record<string, string> = {};
	const url = role === "link" ? (attribute(element, "href") ?? attribute(element, "xlink:href")) : null;
	if (url !== null) properties.url = shortenUrl(url);
	const placeholder = isTag(element, "input", "textarea")
		? attribute(element, "placeholder")
		: attribute(element, "aria-placeholder");
	if (placeholder && placeholder !== name) properties.placeholder = placeholder;
	const description = descriptionOf(element, name, reading);
	if (description && description !== placeholder) properties.description = shorten(description, 400);
	return Object.keys(properties).length > 0 ? properties : undefined;
}

function notesOf(element: Element, name: string): readonly string[] | undefined {
	const notes: string[] = [];
	if (isSecret(element) && (element as HTMLInputElement).value !== "") notes.push("masked");
	if (isTag(element, "input") && element.type === "file") notes.push(`file-input for ${JSON.stringify(name)}`);
	if (isTag(element, "select") && element.options.length > optionLimit)
		notes.push(`${element.options.length} options, first ${optionLimit} shown`);
	if (isHtml(element) && isEditingHost(element)) notes.push("editable");
	return notes.length > 0 ? notes : undefined;
}

const shorten = (text: string, limit: number): string => (text.length <= limit ? text : `${text.slice(0, limit)}…`);

/** An address that carries its document in itself tells nothing by its length. */
const shortenUrl = (url: string): string =>
	shorten(url.trim(), /^(?:data|blob|javascript):/i.test(url.trim()) ? 60 : 500);
