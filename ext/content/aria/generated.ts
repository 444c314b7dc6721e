import { allInDocument, hasAttributeNamed, isDocument, isElement, isShadowRoot, parentNodeOf, rootOf } from "./dom.ts";
import { type Reading, shadowOf } from "./reading.ts";

/**
 * Which elements may have words in `::before` or `::after`. Asking each element for its pseudo-elements' styles costs
 * more than the rest of the walk, so the style sheets are asked which selectors give content, and those are looked up
 * once. Where a sheet cannot be read (another origin's), or a selector reaches across shadow roots, every element may.
 */
export type Generating = ReadonlySet<Element> | "any";

export function mayGenerate(element: Element, reading: Reading): boolean {
	const scope = rootOf(element);
	const generating = generatingOf(scope, reading);
	return generating === "any" || generating.has(element) || isReached(element, scope, reading);
}

/** By sheets of another scope: the element's own shadow root, its parent's, or what the scope's host stands in. */
function isReached(element: Element, scope: Node, reading: Reading): boolean {
	if (hasReachingSheets(shadowOf(element, reading), reading)) return true;
	const parent = parentNodeOf(element);
	if (isElement(parent) && hasReachingSheets(shadowOf(parent, reading), reading)) return true;
	return isShadowRoot(scope) && hasAttributeNamed(element, "part") && hasReachingSheets(rootOf(scope.host), reading);
}

const hasReachingSheets = (scope: Node | null, reading: Reading): boolean =>
	scope !== null && generatingOf(scope, reading) === "any";

function generatingOf(scope: Node, reading: Reading): Generating {
	const known = reading.generating.get(scope);
	if (known !== undefined) return known;
	const generating = generatingIn(scope, reading);
	reading.generating.set(scope, generating);
	return generating;
}

function generatingIn(scope: Node, reading: Reading): Generating {
	if (!isDocument(scope) && !isShadowRoot(scope)) return "any";
	try {
		const selectors: string[] = [];
		addSelectors(scope.styleSheets, selectors, reading);
		addSelectors(scope.adoptedStyleSheets, selectors, reading);
		if (selectors.some((selector) => crossing.test(selector))) return "any";
		return selectAll(scope, selectors);
	} catch {
		return "any";
	}
}

/** By number: such lists are slow to go through otherwise, and each shadow root has two (measured). */
function addSelectors(sheets: ArrayLike<CSSStyleSheet>, selectors: string[], reading: Reading): void {
	for (let index = 0; index < sheets.length; index++)
		for (const selector of contentSelectors(sheets[index] as CSSStyleSheet, reading)) selectors.push(selector);
}

/** Throws for a sheet of another origin. */
function contentSelectors(sheet: CSSStyleSheet, reading: Reading): readonly string[] {
	const known = reading.contentSelectors.get(sheet);
	if (known !== undefined) return known;
	const selectors: string[] = [];
	collect(sheet.cssRules, "", selectors);
	reading.contentSelectors.set(sheet, selectors);
	return selectors;
}

/** `:host` and its kin style what stands in another scope than the sheet. */
const crossing = /:host|::slotted|::part/i;

const nobody: Generating = new Set();

function selectAll(scope: Document | ShadowRoot, selectors: readonly string[]): Generating {
	if (selectors.length === 0) return nobody;
	const selector = selectors.join(",");
	return new Set(isDocument(scope) ? allInDocument(scope, selector) : scope.querySelectorAll(selector));
}

/** `parent` is the selector that a nested rule is relative to (CSS Nesting 1 §3). */
function collect(rules: CSSRuleList, parent: string, selectors: string[]): void {
	for (const rule of rules) {
		const selector = "selectorText" in rule ? String(rule.selectorText) : undefined;
		if (selector !== undefined && "style" in rule) add(rule as CSSStyleRule, parent, selectors);
		if ("styleSheet" in rule) collect((rule as CSSImportRule).styleSheet?.cssRules ?? noRules, parent, selectors);
		else if ("cssRules" in rule && (rule.cssRules as CSSRuleList).length > 0)
			collect(rule.cssRules as CSSRuleList, selector === undefined ? parent : within(selector, parent), selectors);
	}
}

const noRules = [] as unknown as CSSRuleList;

const pseudo = /::?(?:before|after)\b/i;

function add(rule: CSSStyleRule, parent: string, selectors: string[]): void {
	const { selectorText } = rule;
	if (!pseudo.test(selectorText) && !pseudo.test(parent)) return;
	const { content } = rule.style;
	if (content === "" || content === "none" || content === "normal" || /^"\s*"$/.test(content)) return;
	selectors.push(withoutPseudo(within(selectorText, parent)));
}

const within = (selector: string, parent: string): string => {
	if (parent === "") return selector;
	const outer = `:is(${withoutPseudo(parent)})`;
	return selector.includes("&") ? selector.replaceAll("&", outer) : `${outer} ${selector}`;
};

/** The element that bears the pseudo-element; what is left empty by it is any element. */
const withoutPseudo = (selector: string): string =>
	selector
		.replace(/::?(?:before|after)\b/gi, "\uffff")
		.replace(/(^|[\s,>+~(])\uffff/g, "$1*")
		.replaceAll("\uffff", "");
