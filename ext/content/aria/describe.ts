import type { AriaNode } from "../../snapshot/tree.ts";
import type { Shown } from "../refs.ts";
import { attribute, isHtml, isTag, localNameOf } from "./dom.ts";
import type { Facts } from "./facts.ts";
import { descriptionOf } from "./name.ts";
import { isTelling, knownOf, type Reading } from "./reading.ts";
import { isEditingHost } from "./role.ts";
import { type Child, content } from "./runs.ts";
import { statesOf } from "./state.ts";
import { namedByChildren } from "./tables.ts";
import { controlValue, isSecret, valueRoles } from "./value.ts";
import type { Walk } from "./walk.ts";

/** Past this many, a select's options are counted rather than listed. */
export const optionLimit = 60;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The node of an element, but for its ref. `given` is its name where it has one without its children. */
export function describe(
	element: Element,
	facts: Facts,
	given: string,
	inner: readonly Child[],
	walk: Walk,
): Writable<AriaNode> {
	const { reading } = walk;
	const { role } = facts;
	const name = given || nameByOnlyText(role, inner);
	const states = statesOf(element, role, reading);
	const properties = propertiesOf(element, role, name, reading);
	const notes = notesOf(element, name, reading);
	// Field by field: made of spread parts, the nodes were what a walk spent a tenth of its time on (measured).
	const node: Writable<AriaNode> = { role };
	if (name) node.name = shortName(name);
	if (facts.interactive) node.interactive = true;
	if (states) node.states = states;
	if (facts.pointer && !pointedAnyway.has(role)) node.pointer = true;
	if (properties) node.properties = properties;
	if (notes) node.notes = notes;
	const value = printedValue(element, role, reading);
	if (value !== undefined) node.text = value;
	addContent(node, withoutName(inner, name, facts.authored));
	if (role === "iframe" && isFrame(element)) node.frame = walk.frameLink(element);
	return node;
}

function addContent(node: Writable<AriaNode>, inner: readonly Child[]): void {
	const { text, children } = content(inner);
	if (text !== undefined) node.text = text;
	if (children !== undefined) node.children = children;
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

/**
 * Content without the words that the name says already: those that it was made of, or the whole of a name that the
 * author gave. Part of an author's name may mean something else: "valid" within "Offer not valid".
 */
function withoutName(inner: readonly Child[], name: string, authored: string): readonly Child[] {
	if (name === "" || inner.length === 0) return inner;
	const isSaid = (words: string): boolean => (authored === "" ? name.includes(words) : words === name);
	return inner.filter((child) => typeof child !== "string" || !isSaid(child));
}

function printedValue(element: Element, role: string, reading: Reading): string | undefined {
	if (!valueRoles.has(role) || isTag(element, "select") || isSecret(element)) return undefined;
	if (isTag(element, "input") && element.type === "file") return undefined;
	if (isHtml(element) && isEditingHost(element)) return undefined;
	// Elsewhere the words are the element's own content, which is printed anyway.
	if (contentIsValue.has(role) && !isTag(element, "input", "textarea")) return undefined;
	const value = controlValue(element, role, reading);
	return value === undefined || value === "" ? undefined : shorten(value, 2_000);
}

const contentIsValue = new Set(["combobox", "listbox", "searchbox", "textbox"]);

function propertiesOf(element: Element, role: string, name: string, reading: Reading): AriaNode["properties"] {
	const url = role === "link" ? (attribute(element, "href") ?? attribute(element, "xlink:href")) : null;
	if (!isTelling(element, reading)) return url === null ? undefined : { url: shortenUrl(url) };
	const properties: Record<string, string> = url === null ? {} : { url: shortenUrl(url) };
	const placeholder = isTag(element, "input", "textarea")
		? attribute(element, "placeholder")
		: attribute(element, "aria-placeholder");
	if (placeholder && placeholder !== name) properties.placeholder = placeholder;
	const description = descriptionOf(element, name, reading);
	if (description && description !== placeholder) properties.description = shorten(description, 400);
	return Object.keys(properties).length > 0 ? properties : undefined;
}

function notesOf(element: Element, name: string, reading: Reading): readonly string[] | undefined {
	if (!knownOf(element, reading).isSpecial && !isTelling(element, reading)) return undefined;
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
