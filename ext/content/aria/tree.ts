import type { AriaNode } from "../../snapshot/tree.ts";
import { describe, optionLimit, shownOf } from "./describe.ts";
import { hasAttributeNamed, isElement, isSvg, isTag, isText } from "./dom.ts";
import { type Facts, factsOf, hasHandler, isEmpty, isNamedByItsContent, needsAuthor, needsRef } from "./facts.ts";
import { mayGenerate } from "./generated.ts";
import { isClosedDetails, isHidden, isInert, ownHiding } from "./hidden.ts";
import { nameOf } from "./name.ts";
import { pseudoText } from "./pseudo.ts";
import { finish, knownOf, lookOf, MANY, shownChildren } from "./reading.ts";
import { roleOf } from "./role.ts";
import { BREAK, type Child, content, presentationalRest, settle, unwrapSole } from "./runs.ts";
import { choiceBehind, isNameOf, isSaidByControl, isSaidByParent, standsInSentence } from "./said.ts";
import { childrenPresentational, holderRoles, namedByChildren, namedByContent, wordingRoles } from "./tables.ts";
import { leastPrinted, type Scope, type Walk } from "./walk.ts";

/** The tree of an element and all below it. */
export function readTree(root: Element, walk: Walk): readonly Child[] {
	const inert = walk.reading.modal !== undefined && !walk.reading.modal.contains(root);
	return settle(readElement(root, { inert, pointer: false, named: false, flat: false, depth: 0 }, walk));
}

function readElement(element: Element, outer: Scope, walk: Walk): readonly Child[] {
	const known = knownOf(element, walk.reading);
	if (known.done !== undefined) return known.done as readonly Child[];
	walk.turns.check();
	const children = readUndone(element, outer, walk);
	finish(known, children);
	walk.turns.progress();
	return children;
}

function readUndone(element: Element, outer: Scope, walk: Walk): readonly Child[] {
	const { reading, budget } = walk;
	if (walk.turns.isLate || (budget.isCut && !walk.paid.has(element))) return [];
	const hiding = ownHiding(element, reading);
	if (hiding === "subtree") return [];
	if (!isPaidFor(element, walk)) {
		budget.isCut = true;
		return [];
	}
	const inert = element !== reading.modal && (outer.inert || isInert(element, reading));
	const scope = inert === outer.inert ? outer : { ...outer, inert };
	return hiding === "self" || inert ? readHidden(element, scope, walk) : readShown(element, scope, walk);
}

/** What was begun while there was room is finished, after a break too. */
function isPaidFor(element: Element, { budget, paid }: Walk): boolean {
	if (budget.left === Number.POSITIVE_INFINITY || paid.has(element)) return true;
	if (budget.left <= 0) return false;
	paid.add(element);
	return true;
}

/** An invisible or inert element says nothing; what is visible in it does. */
const readHidden = (element: Element, scope: Scope, walk: Walk): readonly Child[] =>
	lookOf(element, walk.reading).skipsContent
		? []
		: shownChildren(element, walk.reading).flatMap((child) =>
				isElement(child) ? readElement(child, scope, walk) : [],
			);

function readShown(element: Element, outer: Scope, walk: Walk): readonly Child[] {
	const { isSpecial } = knownOf(element, walk.reading);
	if (isSpecial && isTag(element, "label")) {
		if (isSaidByControl(element, walk.reading)) return readControlOnly(element, outer, walk);
		const choice = choiceBehind(element, walk.reading);
		if (choice) return readChoice(choice, element, outer, walk);
	}
	if (isSpecial && isTag(element, "br", "wbr")) return isTag(element, "br") ? [" "] : [];
	const facts = factsOf(element, outer, walk.reading);
	if (facts.role === "none" || (facts.role === "generic" && !facts.stands))
		return readPlain(element, facts, outer, walk);
	if (wordingRoles.has(facts.role) && !facts.interactive) return readWording(element, facts, outer, walk);
	return readStanding(element, facts, outer, walk);
}

const readControlOnly = (label: HTMLLabelElement, outer: Scope, walk: Walk): readonly Child[] => {
	const { control } = label;
	return control && label.contains(control) ? readElement(control, outer, walk) : [];
};

/** What shows the choice is its label: that is what the hand is shown over, and what else it holds stands after it. */
function readChoice(choice: HTMLInputElement, label: HTMLLabelElement, outer: Scope, walk: Walk): readonly Child[] {
	const { reading } = walk;
	const pointer = lookOf(label, reading).pointer && !outer.pointer;
	const facts = { role: roleOf(choice, reading), pointer, interactive: true, authored: "", stands: true };
	const node = readStanding(choice, facts, outer, walk);
	if (isNameOf(choice, label, reading)) return node;
	return [...node, ...readChildren(label, { ...outer, pointer: outer.pointer || pointer }, walk)];
}

/** A wrapper: its children stand for it, unless it holds words of its own and is laid out as a block. */
function readPlain(element: Element, facts: Facts, outer: Scope, walk: Walk): readonly Child[] {
	const scope = facts.pointer && !outer.pointer ? { ...outer, pointer: true } : outer;
	const children = readChildren(element, scope, walk);
	if (lookOf(element, walk.reading).inline) return children;
	const settled = settle(children);
	if (isSaidByParent(element, settled, walk.reading)) return [];
	if (outer.named || isTag(element, "body", "html") || !settled.some((child) => typeof child === "string"))
		return [BREAK, ...settled, BREAK];
	const node: AriaNode = { role: "generic", ref: walk.refs.show(element, { role: "generic" }), ...content(settled) };
	if (!outer.flat) walk.budget.left -= leastPrinted(node, outer.depth);
	return [node];
}

/** Wording in the middle of a sentence is part of the sentence. */
function readWording(element: Element, facts: Facts, outer: Scope, walk: Walk): readonly Child[] {
	const children = readChildren(element, outer, walk);
	if (outer.named || standsInSentence(element)) return children;
	const settled = settle(children);
	if (settled.length === 0) return [];
	return [{ role: facts.role, ...(facts.authored ? { name: facts.authored } : {}), ...content(settled) }];
}

/** In a name they have had their say. */
const pictured = new Set(["img", "graphics-symbol"]);

function readStanding(element: Element, facts: Facts, outer: Scope, walk: Walk): readonly Child[] {
	const { reading, refs } = walk;
	const { role } = facts;
	if (isSvg(element) && role === "img") return readGraphic(element, facts, outer, walk);
	if (outer.named && pictured.has(role) && !facts.pointer && !hasHandler(element)) return [];
	const name = needsAuthor(role) ? facts.authored : nameOf(element, reading);
	const byContent = name !== "" && namedByContent.has(role) && !needsAuthor(role);
	const named = byContent && isNamedByItsContent(element, reading);
	// Numbered before what it holds, so that refs grow down the page.
	if (!holderRoles.has(role) && role !== "option" && (!outer.named || facts.interactive)) refs.of(element);
	const { inert, depth } = outer;
	const flat = childrenPresentational.has(role);
	const pointer = outer.pointer || facts.pointer;
	const inner = readInner(element, { inert, pointer, named, flat, depth: depth + 1 }, walk);
	const node = describe(element, facts, name, inner, walk);
	if (isEmpty(node, facts)) return [];
	// A press on what a name is made of is one on what bears the name.
	const isMereWording = outer.named && !facts.interactive;
	if (!isMereWording && needsRef(element, facts, node, reading)) node.ref = refs.show(element, shownOf(node, facts));
	const isNameSpent = namedByChildren.has(role) && facts.authored === "";
	if (!outer.flat || facts.interactive) walk.budget.left -= leastPrinted(node, depth, isNameSpent);
	return [node];
}

function readInner(element: Element, scope: Scope, walk: Walk): readonly Child[] {
	const { isSpecial } = knownOf(element, walk.reading);
	if (isSpecial && isTag(element, "textarea", "input", "iframe", "audio", "video", "meter", "progress")) return [];
	if (isSpecial && isTag(element, "select")) return readOptions(element, walk, scope);
	const children = settle(readChildren(element, scope, walk));
	if (scope.flat) return presentationalRest(children);
	const unwrapped = unwrapSole(children);
	// The wrapper was paid for, and is not printed.
	if (unwrapped !== children) walk.budget.left += leastPrinted(children[0] as AriaNode, scope.depth);
	return unwrapped;
}

function readOptions(select: HTMLSelectElement, walk: Walk, scope: Scope): readonly Child[] {
	if (select.options.length <= optionLimit) return settle(readChildren(select, scope, walk));
	const shown = Array.from(select.options).filter((option, index) => index < optionLimit || option.selected);
	return shown.flatMap((option) => readElement(option, scope, walk));
}

/** A graphic with a name is an image; one that only carries words or links gives those; a mere shape is left out. */
function readGraphic(element: Element, facts: Facts, outer: Scope, walk: Walk): readonly Child[] {
	if (outer.named && !facts.pointer && !hasHandler(element)) return [];
	const name = nameOf(element, walk.reading);
	const read = settle(readChildren(element, { ...outer, pointer: outer.pointer || facts.pointer }, walk));
	const explicit = hasAttributeNamed(element, "role");
	const inner = explicit ? presentationalRest(read) : read;
	if (name === "" && !facts.pointer && !hasHandler(element) && !(explicit && inner.length === 0)) return inner;
	const ref = walk.refs.show(element, { role: facts.role, ...(name ? { name } : {}) });
	const node = describe(element, { ...facts, interactive: facts.pointer || hasHandler(element) }, name, inner, walk);
	node.ref = ref;
	return [node];
}

/** Children in the order they are shown, generated words among them, text still in runs. */
function readChildren(element: Element, scope: Scope, walk: Walk): Child[] {
	const { reading } = walk;
	const generates = !scope.named && mayGenerate(element, reading);
	const before = generates ? pseudoText(element, "::before") : "";
	const children: Child[] = before === "" ? [] : [before];
	const read = lookOf(element, reading).skipsContent ? children : readInTurns(element, children, scope, walk);
	const after = generates ? pseudoText(element, "::after") : "";
	if (after !== "") read.push(after);
	return read;
}

interface Begun {
	readonly children: Child[];
	next: number;
}

/** Reads the children of an element behind those that are read already, the ones before a break included. */
function readInTurns(element: Element, first: Child[], scope: Scope, walk: Walk): Child[] {
	const known = knownOf(element, walk.reading);
	const nodes = shownChildren(element, walk.reading);
	const begun = (known.begun as Begun | undefined) ?? { children: first, next: 0 };
	if (nodes.length > MANY) known.begun = begun;
	const isTextShown = !scope.named && !isClosedDetails(element);
	for (; begun.next < nodes.length && !walk.turns.isLate; begun.next++) {
		const child = nodes[begun.next] as Node;
		if (isElement(child)) for (const read of readAny(child, scope, walk)) begun.children.push(read);
		else if (isTextShown && isText(child)) begun.children.push(spend(child, walk));
	}
	return begun.children;
}

/** White space is made single later, so only the rest of a text is sure to be printed. */
function spend(text: Text, { budget, paid }: Walk): string {
	const { data } = text;
	if (budget.left === Number.POSITIVE_INFINITY || paid.has(text)) return data;
	if (budget.isCut) return "";
	paid.add(text);
	budget.left -= data.trim() === "" ? 0 : data.length - (data.match(/\s{2,}/g) ?? []).join("").length;
	return data;
}

/** A hidden file input behind a styled label is shown: the label is how a person reaches it. */
function readAny(element: Element, scope: Scope, walk: Walk): readonly Child[] {
	if (
		knownOf(element, walk.reading).isSpecial &&
		isTag(element, "input") &&
		element.type === "file" &&
		isHidden(element, walk.reading) &&
		!element.disabled
	) {
		const facts = { role: "button", pointer: false, interactive: true, authored: "", stands: true };
		return readStanding(element, facts, scope, walk);
	}
	return readElement(element, scope, walk);
}
