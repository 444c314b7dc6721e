import {
	attribute,
	childElement,
	closestMatch,
	hasAttributeNamed,
	isElement,
	isHtml,
	isSvg,
	isTag,
	localNameOf,
	parentNodeOf,
} from "./dom.ts";
import { authorName } from "./name.ts";
import { isTelling, knownOf, type Reading, shownParent } from "./reading.ts";
import {
	globalAttributes,
	inputRoles,
	namingAttributes,
	namingProhibited,
	plainRoles,
	presentationalOwned,
	requiredContext,
	roles,
	synonyms,
	toldGraphics,
} from "./tables.ts";

/** The role that counts, WAI-ARIA 1.2 §7: explicit where valid and not in conflict, else the host language's. */
export function roleOf(element: Element, reading: Reading): string {
	const known = knownOf(element, reading);
	if (known.role === undefined) known.role = computeRole(element, reading);
	return known.role;
}

function computeRole(element: Element, reading: Reading): string {
	for (const token of givenRoles(element, reading)) {
		if (!roles.has(token)) continue;
		const role = synonyms[token] ?? token;
		if (role === "none" && isRoleNeeded(element, reading)) break;
		if (!isInContext(element, role, reading)) continue;
		// WAI-ARIA 1.2 §5.4 `form` and `region`: without a name they are not landmarks, and the next role counts.
		if ((role === "region" || role === "form") && authorName(element, reading) === "") continue;
		return role;
	}
	const role = implicitRole(element, reading);
	return role !== "generic" && isOwnedByPresentation(element, reading) && !isRoleNeeded(element, reading)
		? "none"
		: role;
}

/**
 * WAI-ARIA 1.2 §5.2.7: an item outside what its role requires around it is what it would be without the role. Held to
 * where Chromium holds to it: a lone tab or menu item is still worked as one.
 */
function isInContext(element: Element, role: string, reading: Reading): boolean {
	const context = requiredContext.get(role);
	if (context === undefined) return true;
	for (let outer = outerOf(element, reading); outer; outer = outerOf(outer, reading)) {
		const around = roleOf(outer, reading);
		if (context.required.has(around)) return true;
		if (!context.between.has(around)) return false;
	}
	return false;
}

const outerOf = (element: Element, reading: Reading): Element | null =>
	reading.owners.get(element) ?? shownParent(element, reading) ?? null;

function givenRoles(element: Element, reading: Reading): readonly string[] {
	const given = isTelling(element, reading) ? attribute(element, "role") : null;
	return given === null ? noRoles : given.toLowerCase().split(/\s+/);
}

const noRoles: readonly string[] = [];

/** WAI-ARIA 1.2 §5.4, conflict resolution: what is focusable or has a global attribute keeps its role. */
function isRoleNeeded(element: Element, reading: Reading): boolean {
	if (isFocusable(element)) return true;
	const unnamed = namingProhibited.has(implicitRole(element, reading));
	return globalAttributes.some(
		(name) => hasAttributeNamed(element, name) && name !== "aria-hidden" && !(unnamed && namingAttributes.has(name)),
	);
}

export function isFocusable(element: Element): boolean {
	if (
		hasAttributeNamed(element, "tabindex") &&
		!Number.isNaN(Number.parseInt(attribute(element, "tabindex") ?? "", 10))
	)
		return true;
	if (isTag(element, "button", "input", "select", "textarea")) return !element.disabled && !isHiddenInput(element);
	if (isTag(element, "a", "area")) return hasAttributeNamed(element, "href");
	if (isSvg(element) && localNameOf(element) === "a") return true;
	return isTag(element, "iframe", "summary") || isEditingHost(element);
}

const isHiddenInput = (element: Element): boolean => isTag(element, "input") && element.type === "hidden";

export function isEditingHost(element: Element): boolean {
	const value = attribute(element, "contenteditable")?.toLowerCase();
	return value === "" || value === "true" || value === "plaintext-only";
}

function isOwnedByPresentation(element: Element, reading: Reading): boolean {
	const parent = parentNodeOf(element);
	if (!isElement(parent) || !isHtml(parent)) return false;
	if (!presentationalOwned.get(localNameOf(parent))?.has(localNameOf(element))) return false;
	return roleOf(parent, reading) === "none";
}

/** HTML-AAM §3.5 and SVG-AAM §5. */
export function implicitRole(element: Element, reading: Reading): string {
	const name = localNameOf(element);
	if (isSvg(element)) return svgRole(element, name);
	if (!isHtml(element)) return name === "math" ? "math" : "generic";
	return conditionalRoles.get(name)?.(element, reading) ?? plainRoles.get(name) ?? "generic";
}

const svgRole = (element: Element, name: string): string => {
	if (name === "svg") return "img";
	if (name === "a")
		return hasAttributeNamed(element, "href") || hasAttributeNamed(element, "xlink:href") ? "link" : "generic";
	if (name === "image") return "img";
	const role = toldGraphics.get(name);
	return role !== undefined && isTold(element) ? role : "generic";
};

/** SVG-AAM §5.1: what somebody said something of, or can get to, is there for more than its looks. */
const isTold = (element: Element): boolean =>
	childElement(element, "title") !== undefined ||
	hasAttributeNamed(element, "tabindex") ||
	hasAttributeNamed(element, "aria-label") ||
	hasAttributeNamed(element, "aria-labelledby");

/** HTML-AAM §3.5, elements whose role depends on where they stand or what they carry. */
const conditionalRoles: ReadonlyMap<string, (element: Element, reading: Reading) => string> = new Map(
	Object.entries({
		a: (element) => (hasAttributeNamed(element, "href") ? "link" : "generic"),
		area: (element) => (hasAttributeNamed(element, "href") ? "link" : "generic"),
		aside: (element, reading) =>
			isInSection(element) && authorName(element, reading) === "" ? "generic" : "complementary",
		footer: (element) => (closestMatch(element, partsWithHeaders) ? "generic" : "contentinfo"),
		header: (element) => (closestMatch(element, partsWithHeaders) ? "generic" : "banner"),
		form: (element, reading) => (authorName(element, reading) === "" ? "generic" : "form"),
		section: (element, reading) => (authorName(element, reading) === "" ? "generic" : "region"),
		img: (element) => imageRole(element),
		input: (element) => inputRole(element as HTMLInputElement),
		li: (element, reading) => listItemRole(element, reading),
		select: (element) => {
			const select = element as HTMLSelectElement;
			return select.multiple || select.size > 1 ? "listbox" : "combobox";
		},
		summary: (element) => {
			const parent = parentNodeOf(element);
			return isElement(parent) && isTag(parent, "details") ? "button" : "generic";
		},
		td: (element, reading) => cellRole(element, reading),
		th: (element, reading) => headerRole(element, reading),
		tr: (element, reading) => (tableRoles.has(tableRole(element, reading)) ? "row" : "generic"),
	}),
);

/** HTML-AAM §3.5 `header`, `footer`: in one of these elements or roles they are that part's own. */
const partsWithHeaders =
	"article,aside,main,nav,section,[role=article],[role=complementary],[role=main],[role=navigation],[role=region]";

const isInSection = (element: Element): boolean => {
	const parent = parentNodeOf(element);
	return isElement(parent) && closestMatch(parent, "article,aside,nav,section") !== null;
};

function imageRole(element: Element): string {
	if (attribute(element, "alt") !== "") return "img";
	return isRoleNeededByImage(element) ? "img" : "none";
}

/** `alt=""` is `role=none`, and conflict resolution holds for it too. `title` does not bring the image back. */
const isRoleNeededByImage = (element: Element): boolean =>
	hasAttributeNamed(element, "tabindex") || globalAttributes.some((name) => (attribute(element, name) ?? "") !== "");

function inputRole(input: HTMLInputElement): string {
	const role = inputRoles[input.type] ?? "textbox";
	const suggests =
		(role === "textbox" || role === "searchbox") && hasAttributeNamed(input, "list") && input.list !== null;
	return suggests ? "combobox" : role;
}

/** HTML-AAM §3.5 `li`: an item only of what is a list still. */
function listItemRole(element: Element, reading: Reading): string {
	return isInContext(element, "listitem", reading) ? "listitem" : "generic";
}

/** The role of the table that a cell or row stands in: `table`, `grid`, `treegrid`, `none`, or "" outside any. */
function tableRole(element: Element, reading: Reading): string {
	const table = closestMatch(element, "table");
	return table ? roleOf(table, reading) : "";
}

const tableRoles = new Set(["table", "grid", "treegrid"]);

function cellRole(element: Element, reading: Reading): string {
	const table = tableRole(element, reading);
	if (table === "grid" || table === "treegrid") return "gridcell";
	return table === "table" ? "cell" : "generic";
}

/** HTML-AAM §3.5 `th`: by its scope, else by where it stands. */
function headerRole(element: Element, reading: Reading): string {
	const table = tableRole(element, reading);
	if (!tableRoles.has(table)) return "generic";
	const scope = attribute(element, "scope")?.toLowerCase();
	if (scope === "row" || scope === "rowgroup") return "rowheader";
	if (scope === "col" || scope === "colgroup") return "columnheader";
	return closestMatch(element, "tr")?.querySelector("td") && !closestMatch(element, "thead")
		? "rowheader"
		: "columnheader";
}
