import type { AriaNode, FrameLink } from "../../snapshot/tree.ts";
import type { Refs } from "../refs.ts";
import {
	attribute,
	childNodesOf,
	hasAttributeNamed,
	isElement,
	isHtml,
	isSvg,
	isTag,
	isText,
	isWithin,
	localNameOf,
	textContentOf,
} from "./dom.ts";
import { isClosedDetails, isHidden, isInert, ownHiding } from "./hidden.ts";
import { authorName, descriptionOf, nameOf } from "./name.ts";
import { pseudoText } from "./pseudo.ts";
import { lookOf, type Reading, shownChildren } from "./reading.ts";
import { isEditingHost, roleOf } from "./role.ts";
import { statesOf } from "./state.ts";
import {
	childrenPresentational,
	holderRoles,
	interactiveRoles,
	namedByChildren,
	namedByContent,
	namingProhibited,
	wordingRoles,
} from "./tables.ts";
import { controlValue, isSecret } from "./value.ts";

type Child = AriaNode | string;

/** What the walk needs beside the page: who hands out refs, and how a frame's element is linked to its document. */
export interface Walk {
	readonly reading: Reading;
	readonly refs: Refs;
	frameLink(element: Element): FrameLink;
}

/** What an element inherits from those it stands in. */
interface Scope {
	/** Shown, but not to be worked with: outside the modal dialog, or inside `inert`. */
	readonly inert: boolean;
	/** The pointing hand is shown already. */
	readonly pointer: boolean;
	/** Inside something named by its content: the words are in that name. */
	readonly named: boolean;
}

/** A break between two runs of text that are laid out apart. */
const BREAK = "\u0000";

/** The tree of an element and all below it. */
export function readTree(root: Element, walk: Walk): readonly Child[] {
	const inert = walk.reading.modal !== undefined && !walk.reading.modal.contains(root);
	return settle(readElement(root, { inert, pointer: false, named: false }, walk));
}

function readElement(element: Element, outer: Scope, walk: Walk): readonly Child[] {
	const { reading } = walk;
	const hiding = ownHiding(element, reading);
	if (hiding === "subtree") return [];
	const inert = element !== reading.modal && (outer.inert || isInert(element));
	if (hiding === "self" || inert) return readHidden(element, { ...outer, inert }, walk);
	return readShown(element, { ...outer, inert }, walk);
}

/** An invisible or inert element says nothing; what is visible in it does. */
const readHidden = (element: Element, scope: Scope, walk: Walk): readonly Child[] =>
	lookOf(element, walk.reading).skipsContent
		? []
		: shownChildren(element, walk.reading).flatMap((child) =>
				isElement(child) ? readElement(child, scope, walk) : [],
			);

function readShown(element: Element, outer: Scope, walk: Walk): readonly Child[] {
	if (isTag(element, "label") && isSaidByControl(element, walk.reading)) return readControlOnly(element, outer, walk);
	if (isTag(element, "br", "wbr")) return isTag(element, "br") ? [" "] : [];
	const facts = factsOf(element, outer, walk.reading);
	if (facts.role === "none" || (facts.role === "generic" && !facts.stands))
		return readPlain(element, facts, outer, walk);
	if (wordingRoles.has(facts.role) && !facts.interactive) return readWording(element, facts, outer, walk);
	return readStanding(element, facts, outer, walk);
}

/**
 * A label whose control is shown, bears its words as its name and follows or precedes it at once: the words would stand
 * there twice.
 */
function isSaidByControl(label: HTMLLabelElement, reading: Reading): boolean {
	const { control } = label;
	if (!control || control === reading.focused || isHidden(control, reading) || !isNear(label, control)) return false;
	if (Array.from(label.querySelectorAll(worked)).some((other) => other !== control)) return false;
	return nameOf(control, reading) === wordsBeside(label, control) && lookOf(control, reading).visible;
}

const wordsBeside = (label: Element, control: Element): string => {
	let words = "";
	for (const child of childNodesOf(label))
		if (child !== control && !isWithin(child, control)) words += textContentOf(child) ?? "";
	return words.replace(/\s+/g, " ").trim();
};

/** Anything in a label that is more than words. */
const worked = "a,button,img,svg,input,select,textarea,[onclick],[tabindex],[role]";

const isNear = (label: Element, control: Element): boolean =>
	label.contains(control) || label.nextElementSibling === control || label.previousElementSibling === control;

const readControlOnly = (label: HTMLLabelElement, outer: Scope, walk: Walk): readonly Child[] => {
	const { control } = label;
	return control && label.contains(control) ? readElement(control, outer, walk) : [];
};

interface Facts {
	readonly role: string;
	/** The hand begins to show here. */
	readonly pointer: boolean;
	readonly interactive: boolean;
	/** The name an author gave, for roles that are named by their children or not at all. */
	readonly authored: string;
	/** Printed for itself, whatever is in it. */
	readonly stands: boolean;
}

function factsOf(element: Element, outer: Scope, reading: Reading): Facts {
	const computed = roleOf(element, reading);
	const pointer = lookOf(element, reading).pointer && !outer.pointer;
	const interactive = pointer || interactiveRoles.has(computed) || hasHandler(element);
	const role = computed === "none" && interactive ? clickableRole(element) : computed;
	const authored = needsAuthor(role) ? authorName(element, reading) : "";
	return { role, pointer, interactive, authored, stands: interactive || authored !== "" };
}

/** Whatever an author says of it, what can be clicked is there. */
const clickableRole = (element: Element): string => (isTag(element, "img") ? "img" : "generic");

const needsAuthor = (role: string): boolean => namedByChildren.has(role) || namingProhibited.has(role);

/** Signs of a handler that can be seen from here: listeners added by script cannot. */
const hasHandler = (element: Element): boolean =>
	hasAttributeNamed(element, "onclick") ||
	hasAttributeNamed(element, "tabindex") ||
	attribute(element, "draggable") === "true" ||
	isEditingHost(element);

/** A legend or caption whose words are the name of what it stands in already. */
const isSaidByParent = (element: Element, children: readonly Child[], reading: Reading): boolean => {
	if (!isTag(element, "legend", "figcaption")) return false;
	const { parentElement } = element;
	if (!parentElement || !isTag(parentElement, "fieldset", "figure")) return false;
	return children.every((child) => typeof child === "string") && nameOf(parentElement, reading) === children.join(" ");
};

/** A wrapper: its children stand for it, unless it holds words of its own and is laid out as a block. */
function readPlain(element: Element, facts: Facts, outer: Scope, walk: Walk): readonly Child[] {
	const children = readChildren(element, { ...outer, pointer: outer.pointer || facts.pointer }, walk);
	if (lookOf(element, walk.reading).inline) return children;
	const settled = settle(children);
	if (isSaidByParent(element, settled, walk.reading)) return [];
	if (outer.named || isTag(element, "body", "html") || !settled.some((child) => typeof child === "string"))
		return [BREAK, ...settled, BREAK];
	return [{ role: "generic", ref: walk.refs.show(element, { role: "generic" }), ...content(settled) }];
}

/** Wording in the middle of a sentence is part of the sentence. */
function readWording(element: Element, facts: Facts, outer: Scope, walk: Walk): readonly Child[] {
	const children = readChildren(element, outer, walk);
	if (outer.named || standsInSentence(element)) return children;
	const settled = settle(children);
	if (settled.length === 0) return [];
	return [{ role: facts.role, ...(facts.authored ? { name: facts.authored } : {}), ...content(settled) }];
}

const standsInSentence = (element: Element): boolean =>
	[element.previousSibling, element.nextSibling].some(
		(near) => near !== null && isText(near) && near.data.trim() !== "",
	);

function readStanding(element: Element, facts: Facts, outer: Scope, walk: Walk): readonly Child[] {
	const { reading, refs } = walk;
	const { role } = facts;
	if (isSvg(element) && role === "img") return readGraphic(element, facts, outer, walk);
	if (outer.named && role === "img" && !facts.pointer && !hasHandler(element)) return [];
	const name = needsAuthor(role) ? facts.authored : nameOf(element, reading);
	const byContent = name !== "" && namedByContent.has(role) && !needsAuthor(role);
	const named = byContent && isNamedByItsContent(element, reading);
	// Numbered before what it holds, so that refs grow down the page.
	if (!holderRoles.has(role) && role !== "option") refs.of(element);
	const inner = readInner(element, role, { inert: outer.inert, pointer: outer.pointer || facts.pointer, named }, walk);
	const node = describe(element, { ...facts, name, inner }, walk);
	if (isEmpty(node, facts)) return [];
	if (!needsRef(element, facts, node)) return [node];
	return [{ ...node, ref: refs.show(element, { role, ...(node.name === undefined ? {} : { name: node.name }) }) }];
}

/** A paragraph or list with nothing in it is nothing to a reader; an empty cell is still a cell. */
const isEmpty = (node: AriaNode, { interactive }: Facts): boolean =>
	emptyRoles.has(node.role) &&
	!interactive &&
	node.name === undefined &&
	node.text === undefined &&
	(node.children ?? []).length === 0;

const emptyRoles = new Set(["list", "listitem", "paragraph", "rowgroup", "definition", "caption"]);

/**
 * What only holds others is pointed at through them, and a click bubbles up to it. Options of a closed select cannot
 * be pointed at: they are chosen through the select.
 */
function needsRef(element: Element, { role, interactive, pointer }: Facts, node: AriaNode): boolean {
	if (isTag(element, "option", "optgroup") && element.closest("select:not([multiple]):not([size])")) return false;
	if (!holderRoles.has(role) || pointer || hasHandler(element) || (interactive && role !== "gridcell")) return true;
	return (node.children ?? []).length === 0 || node.children?.some((child) => typeof child === "string") === true;
}

/** Whether the name was made of what the element holds, so that its words need not be printed again. */
function isNamedByItsContent(element: Element, reading: Reading): boolean {
	if (authorAttributes.some((attributeName) => (attribute(element, attributeName) ?? "").trim() !== "")) return false;
	return !isTag(element, "input", "textarea", "select") && !hasLabels(element, reading);
}

const authorAttributes = ["aria-labelledby", "aria-label"] as const;

const hasLabels = (element: Element, _reading: Reading): boolean =>
	isTag(element, "button") && (element.labels?.length ?? 0) > 0;

function readInner(element: Element, role: string, scope: Scope, walk: Walk): readonly Child[] {
	if (isTag(element, "textarea", "input", "iframe", "audio", "video", "meter", "progress")) return [];
	if (isTag(element, "select")) return readOptions(element, walk, scope);
	const children = settle(readChildren(element, scope, walk));
	if (!childrenPresentational.has(role)) return unwrapSole(children);
	return presentationalRest(children);
}

/** Children that are presentational lose what they say of themselves; what can be worked with is kept all the same. */
const presentationalRest = (children: readonly Child[]): readonly Child[] =>
	settle(
		children.flatMap((child): readonly Child[] => {
			if (typeof child === "string" || child.interactive) return [child];
			const inner = presentationalRest([...(child.text === undefined ? [] : [child.text]), ...(child.children ?? [])]);
			if (child.role === "img" && child.name !== undefined) return [child];
			return [BREAK, ...(inner.length === 0 && child.name ? [child.name] : inner), BREAK];
		}),
	);

/** Past this many, a select's options are counted rather than listed. */
const optionLimit = 60;

function readOptions(select: HTMLSelectElement, walk: Walk, scope: Scope): readonly Child[] {
	if (select.options.length <= optionLimit) return settle(readChildren(select, scope, walk));
	const shown = Array.from(select.options).filter((option, index) => index < optionLimit || option.selected);
	return shown.flatMap((option) => readElement(option, scope, walk));
}

/** A graphic with a name is an image; one that only carries words or links gives those; a mere shape is left out. */
function readGraphic(element: Element, facts: Facts, outer: Scope, walk: Walk): readonly Child[] {
	if (outer.named && !facts.pointer && !hasHandler(element)) return [];
	const name = nameOf(element, walk.reading);
	const inner = settle(readChildren(element, { ...outer, pointer: outer.pointer || facts.pointer }, walk));
	const explicit = hasAttributeNamed(element, "role");
	if (name === "" && !facts.pointer && !hasHandler(element) && !(explicit && inner.length === 0)) return inner;
	const ref = walk.refs.show(element, { role: facts.role, ...(name ? { name } : {}) });
	const node = describe(element, { ...facts, interactive: facts.pointer || hasHandler(element), name, inner }, walk);
	return [{ ...node, ref }];
}

interface Described extends Facts {
	readonly name: string;
	readonly inner: readonly Child[];
}

function describe(element: Element, facts: Described, walk: Walk): AriaNode {
	const { reading } = walk;
	const { role, inner } = facts;
	const name = facts.name || nameByOnlyText(role, inner);
	const states = statesOf(element, role, reading);
	const properties = propertiesOf(element, role, name, reading);
	const notes = notesOf(element, name);
	return {
		role,
		...(name ? { name: shorten(name, 400) } : {}),
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

function content(children: readonly Child[]): Pick<AriaNode, "text" | "children"> {
	const [only] = children;
	if (children.length === 0) return {};
	return children.length === 1 && typeof only === "string" ? { text: only } : { children };
}

function printedValue(element: Element, role: string, name: string, reading: Reading): Pick<AriaNode, "text"> {
	if (isTag(element, "select") || isSecret(element)) return {};
	if (isTag(element, "input") && element.type === "file") return {};
	if (isHtml(element) && isEditingHost(element)) return {};
	if (role === "combobox" && !isTag(element, "input")) return {};
	if (role === "textbox" && !isTag(element, "input", "textarea")) return {};
	if (role === "listbox" || role === "searchbox") {
		if (!isTag(element, "input")) return {};
	}
	const value = controlValue(element, role, reading);
	return value === undefined || value === "" || value === name ? {} : { text: value };
}

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

/** Children in the order they are shown, generated words among them, text still in runs. */
function readChildren(element: Element, scope: Scope, walk: Walk): Child[] {
	const { reading } = walk;
	const before = pseudoText(element, "::before", reading);
	const children: Child[] = before && !scope.named ? [before] : [];
	if (!lookOf(element, reading).skipsContent)
		for (const child of shownChildren(element, reading)) {
			if (isElement(child)) children.push(...readAny(child, scope, walk));
			else if (isText(child) && !scope.named && !isClosedDetails(element)) children.push(child.data);
		}
	const after = pseudoText(element, "::after", reading);
	if (after && !scope.named) children.push(after);
	return children;
}

/** A hidden file input behind a styled label is shown: the label is how a person reaches it. */
function readAny(element: Element, scope: Scope, walk: Walk): readonly Child[] {
	if (isTag(element, "input") && element.type === "file" && isHidden(element, walk.reading) && !element.disabled) {
		const facts = { role: "button", pointer: false, interactive: true, authored: "", stands: true };
		return readStanding(element, facts, scope, walk);
	}
	return readElement(element, scope, walk);
}

/** Joins the runs of text, makes their whitespace single, and drops what is empty. */
function settle(children: readonly Child[]): readonly Child[] {
	const settled: Child[] = [];
	let run = "";
	const flush = (): void => {
		if (run === "") return;
		for (const piece of run.includes(BREAK) ? run.split(BREAK) : [run]) {
			const text = piece.trim().replace(/\s+/g, " ");
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
function unwrapSole(children: readonly Child[]): readonly Child[] {
	const [only] = children;
	if (children.length !== 1 || typeof only !== "object") return children;
	if (only.role !== "generic" || only.interactive || only.name !== undefined) return children;
	return [...(only.text === undefined ? [] : [only.text]), ...(only.children ?? [])];
}

/** The words of a subtree, for descriptions of what has no name. */
export const plainText = (element: Element): string =>
	(textContentOf(element) ?? localNameOf(element)).replace(/\s+/g, " ").trim();
