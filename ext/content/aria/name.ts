import {
	attribute,
	childElement,
	elementsByIds,
	hasAttributeNamed,
	isElement,
	isHtml,
	isSvg,
	isTag,
	isText,
	localNameOf,
} from "./dom.ts";
import { mayGenerate } from "./generated.ts";
import { isClosedDetails, isHidden } from "./hidden.ts";
import { nameByAttributes, namingChildren, svgTitle } from "./host-name.ts";
import { labelsOf } from "./labels.ts";
import { pseudoText } from "./pseudo.ts";
import { isTelling, knownOf, lookOf, type Reading, shownChildren } from "./reading.ts";
import { implicitRole, roleOf } from "./role.ts";
import { singleSpaced } from "./runs.ts";
import { labelable, namedByContent, namingProhibited } from "./tables.ts";
import { controlValue, valueRoles } from "./value.ts";
import { Visited } from "./visited.ts";

/**
 * Accessible names after accname 1.2 §4.3.2, one function for each of its steps. A step that has nothing to say
 * returns "", and the next one is asked.
 */
interface Asking {
	readonly reading: Reading;
	/** What the whole computation has been through, so that a cycle ends (step 2: "each node at most once"). */
	readonly visited: Visited;
	/** `root`: the element whose name is wanted. The others: reached from it through a label, an idref, or content. */
	readonly via: "root" | "labelledby" | "label" | "content";
	/** Inside a subtree that an idref named: `aria-labelledby` is not followed again (step 2B). */
	readonly inReference: boolean;
	/** The referenced node is itself hidden, so that hidden nodes below it count (step 2A). */
	readonly hiddenCounts: boolean;
}

/** The beginning of a computation: nothing was gone through but what is excluded from it. */
const begin = (reading: Reading, excluded: readonly Element[] = []): Asking => ({
	reading,
	visited: new Visited(excluded),
	via: "root",
	inReference: false,
	hiddenCounts: false,
});

const flat = (text: string): string => (text === "" ? "" : singleSpaced(text).trim());

/** The accessible name, whitespace made single and trimmed; "" for none. */
export function nameOf(element: Element, reading: Reading): string {
	const known = knownOf(element, reading);
	if (known.name === undefined) known.name = flat(textAlternative(element, begin(reading)));
	return known.name;
}

/** The name that an author gave by `aria-labelledby`, `aria-label` or `title`, without looking at the content. */
export function authorName(element: Element, reading: Reading): string {
	if (!isTelling(element, reading) || !hasNamingAttribute(element)) return "";
	const asking = begin(reading, [element]);
	return flat(fromLabelledBy(element, asking) || fromAriaLabel(element) || (attribute(element, "title") ?? ""));
}

const hasNamingAttribute = (element: Element): boolean =>
	hasAttributeNamed(element, "title") ||
	hasAttributeNamed(element, "aria-label") ||
	hasAttributeNamed(element, "aria-labelledby");

/** accname 1.2 §4.3.3: `aria-describedby`, else `aria-description`, else a `title` that is not the name. */
export function descriptionOf(element: Element, name: string, reading: Reading): string {
	if (!isTelling(element, reading)) return "";
	const text = flat(
		described(element, reading) || attribute(element, "aria-description") || attribute(element, "title") || "",
	);
	return text === name ? "" : text;
}

function described(element: Element, reading: Reading): string {
	if (!hasAttributeNamed(element, "aria-describedby")) return "";
	return referencedText(element, "aria-describedby", begin(reading, [element]));
}

function textAlternative(element: Element, asking: Asking): string {
	if (asking.visited.has(element) || isSkippedAsHidden(element, asking)) return "";
	asking.visited.add(element);
	const telling = isTelling(element, asking.reading);
	return (
		(telling && fromLabelledBy(element, asking)) ||
		fromEmbeddedControl(element, asking) ||
		(telling && fromAriaLabel(element)) ||
		fromHostLanguage(element, asking) ||
		fromContent(element, asking) ||
		(telling && fromTooltip(element, asking)) ||
		""
	);
}

/** Step 2A. The root is asked for because it is shown; what it refers to counts even hidden. */
const isSkippedAsHidden = (element: Element, asking: Asking): boolean =>
	asking.via !== "root" && (asking.hiddenCounts ? isCode(element) : isHidden(element, asking.reading));

/** What is written for the browser is no word of a name, hidden or not. */
const isCode = (element: Element): boolean => isTag(element, "script", "style", "template", "noscript");

/** Step 2B. */
function fromLabelledBy(element: Element, asking: Asking): string {
	if (asking.inReference || !hasAttributeNamed(element, "aria-labelledby")) return "";
	return referencedText(element, "aria-labelledby", asking);
}

function referencedText(element: Element, attributeName: string, asking: Asking): string {
	const texts = elementsByIds(element, attributeName).map((target) => {
		// An element may name itself, as one of several: <button id=a aria-labelledby="a b" aria-label=Delete>.
		const visited = asking.visited.without(target);
		const hiddenCounts = isHidden(target, asking.reading);
		const text = textAlternative(target, { ...asking, visited, via: "labelledby", inReference: true, hiddenCounts });
		if (asking.via !== "root") asking.visited.addAll(visited);
		return text;
	});
	return texts.map(flat).filter(Boolean).join(" ");
}

/** Step 2C: a control inside another one's label or content speaks its value. */
function fromEmbeddedControl(element: Element, asking: Asking): string {
	if (asking.via === "root" || (asking.via === "labelledby" && !hasEmbeddedValue(element, asking))) return "";
	const role = roleOf(element, asking.reading);
	return valueRoles.has(role) ? (controlValue(element, role, asking.reading, " ") ?? "") : "";
}

/** A control that an idref points to directly speaks its name where it has one (accname 1.2 step 2C, note). */
const hasEmbeddedValue = (element: Element, asking: Asking): boolean =>
	fromAriaLabel(element) === "" &&
	flat(fromHostLanguage(element, { ...asking, visited: asking.visited.copy() })) === "";

/** Step 2D. A slot is not in the tree, only what stands in it is. */
const fromAriaLabel = (element: Element): string =>
	isTag(element, "slot") ? "" : flat(attribute(element, "aria-label") ?? "");

/** Step 2E, by HTML-AAM §4.1 and SVG-AAM §8. Its own `title` waits for step 2I, where the content had its say. */
function fromHostLanguage(element: Element, asking: Asking): string {
	if (isSvg(element)) return svgTitle(element);
	if (!isHtml(element)) return "";
	const labels = labelable.has(localNameOf(element)) ? fromLabels(element, asking) : "";
	return labels || fromChild(element, asking) || nameByAttributes(element);
}

function fromLabels(element: Element, asking: Asking): string {
	const labels = labelsOf(element, asking.reading);
	if (labels.length === 0) return "";
	const texts = labels.map((label) => textAlternative(label, { ...asking, via: "label" }));
	return texts.map(flat).filter(Boolean).join(" ");
}

function fromChild(element: Element, asking: Asking): string {
	const name = namingChildren.get(localNameOf(element));
	const child = name === undefined ? undefined : childElement(element, name);
	return child ? textAlternative(child, { ...asking, via: "label" }) : "";
}

/** Step 2F. */
function fromContent(element: Element, asking: Asking): string {
	const { reading } = asking;
	const role = roleOf(element, reading);
	if (asking.via === "root" && !namedByContent.has(role)) return "";
	if (asking.via === "content" && !isReadThrough(element, role)) return "";
	if (isNeverShown(element)) return "";
	return contentText(element, asking.via === "root" ? { ...asking, via: "content" } : asking);
}

/** What these hold is a fallback, all there is to choose, or the value at first, which may be a secret: never their words. */
const isNeverShown = (element: Element): boolean =>
	isTag(element, "meter", "progress", "select", "textarea", "iframe", "audio", "video");

/** Step 2H: what stands in a name's content is read through, unless its own content never makes a name. */
const isReadThrough = (element: Element, role: string): boolean =>
	namedByContent.has(role) || namingProhibited.has(role) || !unreadRoles.has(role) || isTag(element, "slot");

/** Widgets whose content is their working parts and says nothing inside somebody else's name. */
const unreadRoles = new Set([
	"listbox",
	"combobox",
	"menu",
	"menubar",
	"tree",
	"treegrid",
	"grid",
	"iframe",
	"audio",
	"video",
]);

/** Steps 2F.i, 2F.ii and 2G: generated content, then the children in the order they are shown. */
export function contentText(element: Element, asking: Asking): string {
	const { reading } = asking;
	const inner = inContent(asking);
	const generates = mayGenerate(element, reading);
	let text = generates ? pseudoText(element, "::before") : "";
	for (const child of shownChildren(element, reading)) {
		if (isText(child)) text += isClosedDetails(element) ? "" : child.data;
		else if (isElement(child)) text += spaced(child, textAlternative(child, inner), asking);
	}
	return generates ? text + pseudoText(element, "::after") : text;
}

/** Below a label or an idref the content is still that label's, so embedded controls speak their values. */
function inContent(asking: Asking): Asking {
	if (asking.via === "content" || asking.via === "label") return asking;
	return { ...asking, via: asking.via === "root" ? "content" : "label" };
}

/** Step 2F.i, note on block and inline: what is laid out apart is read apart. */
function spaced(element: Element, text: string, { reading }: Asking): string {
	if (isTag(element, "br")) return " ";
	const { display, inline } = lookOf(element, reading);
	if (text === "") return inline || display.startsWith("inline") ? "" : " ";
	return inline ? text : ` ${text} `;
}

/** WAI-ARIA 1.2 §6.6 `aria-placeholder`: what stands in an empty field names it where nothing else does, as in HTML. */
const isWrittenIn = (element: Element, { reading }: Asking): boolean =>
	hasAttributeNamed(element, "aria-placeholder") && /^(?:text|search)box$/.test(roleOf(element, reading));

/** Step 2I. */
function fromTooltip(element: Element, asking: Asking): string {
	if (asking.via !== "root" && isTag(element, "label")) return "";
	if (implicitRole(element, asking.reading) === "none") return "";
	return (
		attribute(element, "title") || (isWrittenIn(element, asking) ? attribute(element, "aria-placeholder") : "") || ""
	);
}
