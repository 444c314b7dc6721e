import type { AriaNode } from "../../snapshot/tree.ts";
import { attribute, hasAttributeNamed, isTag } from "./dom.ts";
import { labelsOf } from "./labels.ts";
import { authorName } from "./name.ts";
import { isTelling, lookOf, type Reading } from "./reading.ts";
import { isEditingHost, roleOf } from "./role.ts";
import { holderRoles, interactiveRoles, namedByChildren, namingProhibited } from "./tables.ts";
import type { Scope } from "./walk.ts";

/** What decides how an element is printed. */
export interface Facts {
	readonly role: string;
	/** The hand begins to show here. */
	readonly pointer: boolean;
	readonly interactive: boolean;
	/** The name an author gave, for roles that are named by their children or not at all. */
	readonly authored: string;
	/** Printed for itself, whatever is in it. */
	readonly stands: boolean;
}

export function factsOf(element: Element, outer: Scope, reading: Reading): Facts {
	const computed = roleOf(element, reading);
	const pointer = lookOf(element, reading).pointer && !outer.pointer;
	const interactive = pointer || interactiveRoles.has(computed) || (isTelling(element, reading) && hasHandler(element));
	const role = computed === "none" && interactive ? clickableRole(element) : computed;
	const authored = needsAuthor(role) ? authorName(element, reading) : "";
	return { role, pointer, interactive, authored, stands: interactive || authored !== "" };
}

/** Whatever an author says of it, what can be clicked is there. */
const clickableRole = (element: Element): string => (isTag(element, "img") ? "img" : "generic");

export const needsAuthor = (role: string): boolean => namedByChildren.has(role) || namingProhibited.has(role);

/** Signs of a handler that can be seen from here: listeners added by script cannot. */
export const hasHandler = (element: Element): boolean =>
	hasAttributeNamed(element, "onclick") ||
	hasAttributeNamed(element, "tabindex") ||
	attribute(element, "draggable") === "true" ||
	isEditingHost(element);

/** A paragraph or list with nothing in it is nothing to a reader; an empty cell is still a cell. */
export const isEmpty = (node: AriaNode, { interactive }: Facts): boolean =>
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
export function needsRef(
	element: Element,
	{ role, interactive, pointer }: Facts,
	node: AriaNode,
	reading: Reading,
): boolean {
	if (isTag(element, "option", "optgroup") && element.closest("select:not([multiple]):not([size])")) return false;
	if (
		!holderRoles.has(role) ||
		pointer ||
		(isTelling(element, reading) && hasHandler(element)) ||
		(interactive && role !== "gridcell")
	)
		return true;
	return (node.children ?? []).length === 0 || node.children?.some((child) => typeof child === "string") === true;
}

/** Whether the name was made of what the element holds, so that its words need not be printed again. */
export function isNamedByItsContent(element: Element, reading: Reading): boolean {
	if (authorAttributes.some((attributeName) => (attribute(element, attributeName) ?? "").trim() !== "")) return false;
	return !isTag(element, "input", "textarea", "select") && !hasLabels(element, reading);
}

const authorAttributes = ["aria-labelledby", "aria-label"] as const;

const hasLabels = (element: Element, reading: Reading): boolean =>
	isTag(element, "button") && labelsOf(element, reading).length > 0;
