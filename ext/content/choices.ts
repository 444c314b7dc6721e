import type { Choice, OfferedOption } from "../content-api.ts";
import { allWithin, attribute, elementsByIds, isElement, isTag, rectOf, shadowHostOrParent } from "./aria/dom.ts";
import { isHidden } from "./aria/hidden.ts";
import { nameOf } from "./aria/name.ts";
import { type Reading, shownChildren } from "./aria/reading.ts";
import { roleOf } from "./aria/role.ts";
import { isDisabled } from "./aria/state.ts";
import { allMatches } from "./matches.ts";
import type { Refs } from "./refs.ts";

/** Roles of what is chosen from a list (WAI-ARIA 1.2: listbox, menu, tree). */
const optionRoles = new Set(["option", "menuitemradio", "menuitemcheckbox", "menuitem", "treeitem"]);
const listRoles = "[role=listbox], [role=menu], [role=tree]";

interface Option {
	readonly element: Element;
	readonly label: string;
	readonly value: string | null;
	readonly selected: boolean;
	readonly disabled: boolean;
}

interface List {
	readonly options: readonly Option[];
	readonly several: boolean;
}

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A label stands for its control. */
const controlOf = (element: Element): Element => (isTag(element, "label") && element.control) || element;

const nativeList = (select: HTMLSelectElement): List => ({
	several: select.multiple,
	options: Array.from(select.options, (option) => ({
		element: option,
		label: flat(option.label),
		value: option.value,
		selected: option.selected,
		disabled: isDisabled(option),
	})),
});

/** A field that suggests values: what is chosen is written into it. */
const suggestionsOf = (element: Element): HTMLDataListElement | null => (isTag(element, "input") ? element.list : null);

const suggestedList = (field: HTMLInputElement, suggestions: HTMLDataListElement): List => ({
	several: false,
	options: Array.from(suggestions.options, (option) => ({
		element: option,
		label: flat(option.label),
		value: option.value,
		selected: option.value === field.value,
		disabled: isDisabled(option),
	})),
});

/** Chosen from by the browser's own menu, which no page draws and no debugger opens. */
function browsersList(element: Element): List | undefined {
	if (isTag(element, "select")) return nativeList(element);
	const suggestions = suggestionsOf(element);
	return suggestions === null ? undefined : suggestedList(element as HTMLInputElement, suggestions);
}

function* optionsIn(element: Element, reading: Reading): Generator<Element> {
	for (const child of shownChildren(element, reading)) {
		if (!isElement(child) || isHidden(child, reading)) continue;
		if (optionRoles.has(roleOf(child, reading))) yield child;
		else yield* optionsIn(child, reading);
	}
}

function ariaList(lists: readonly Element[], reading: Reading): List | undefined {
	const options = lists.flatMap((list) => [...optionsIn(list, reading)]);
	if (options.length === 0) return undefined;
	return {
		several: lists.some((list) => attribute(list, "aria-multiselectable") === "true"),
		options: options.map((element) => ({
			element,
			label: flat(nameOf(element, reading)),
			value: attribute(element, "data-value") ?? attribute(element, "value"),
			selected: attribute(element, "aria-selected") === "true" || attribute(element, "aria-checked") === "true",
			disabled: isDisabled(element),
		})),
	};
}

const hasArea = (element: Element): boolean => {
	const { width, height } = rectOf(element);
	return width > 0 && height > 0;
};

/** What shows text in the nearest thing drawn around a list, and is not part of the list. */
function rowsBeside(list: Element): readonly Element[] {
	let around = shadowHostOrParent(list);
	while (around !== null && !hasArea(around)) around = shadowHostOrParent(around);
	if (around === null) return [];
	return allWithin(around, "*").filter(
		(row) => row.childElementCount === 0 && !list.contains(row) && hasArea(row) && flat(row.textContent) !== "",
	);
}

/**
 * Some libraries keep a list of no size for readers of the page alone, often of a few options at a time, and draw rows
 * without a role beside it: those are what can be pressed.
 */
function drawnList(list: List, named: readonly Element[]): List {
	if (list.options.some(({ element }) => hasArea(element))) return list;
	const rows = named.flatMap(rowsBeside);
	if (rows.length === 0) return list;
	const options = rows.map((element): Option => {
		const label = flat(element.textContent);
		const told = list.options.find((option) => option.label === label);
		return { element, label, value: null, selected: told?.selected ?? false, disabled: told?.disabled ?? false };
	});
	return { ...list, options };
}

/** Lists that were to be seen before a combobox was pressed, and so are not what it opened. */
let standing = new WeakSet<Element>();
let pressed: Element | undefined;

const shownLists = (reading: Reading): readonly Element[] =>
	allMatches(listRoles, reading.shadowRootOf).filter((list) => !isHidden(list, reading));

export function beforeOpening(element: Element, reading: Reading): void {
	pressed = controlOf(element);
	standing = new WeakSet(shownLists(reading));
}

/** The list that a combobox has opened: the one that it names, else one that came to be seen. */
function openedList(box: Element, reading: Reading): List | undefined {
	const named = [...elementsByIds(box, "aria-controls"), ...elementsByIds(box, "aria-owns")];
	const shown = named.filter((one) => !isHidden(one, reading));
	const list = ariaList(shown, reading);
	const expanded = attribute(box, "aria-expanded");
	const isOpen = expanded === "true" || (expanded === null && pressed === box);
	if (list !== undefined) return isOpen ? drawnList(list, shown) : list;
	if (!isOpen) return undefined;
	return ariaList(
		shownLists(reading).filter((one) => !standing.has(one)),
		reading,
	);
}

function listOf(element: Element, reading: Reading): List | "shut" | "none" {
	const list = browsersList(element);
	if (list !== undefined) return list;
	const role = roleOf(element, reading);
	if (role === "listbox" || role === "menu" || role === "tree") return ariaList([element], reading) ?? "none";
	const opens = role === "combobox" || attribute(element, "aria-haspopup") === "listbox";
	return opens ? (openedList(element, reading) ?? "shut") : "none";
}

/** Labels that an error lists at most. */
const SHOWN = 30;

function problemWith({ options, several }: List, values: readonly string[]): string | undefined {
	const offered = options.map(({ label }) => JSON.stringify(label));
	const rest = offered.length > SHOWN ? `, and ${offered.length - SHOWN} more` : "";
	for (const value of values) {
		const found = optionFor(options, value);
		if (found === undefined)
			return `there is no option ${JSON.stringify(value)}, but ${offered.slice(0, SHOWN).join(", ")}${rest}`;
		if (found.disabled) return `the option ${JSON.stringify(value)} is disabled`;
	}
	return values.length > 1 && !several ? "it takes one option only" : undefined;
}

const optionFor = (options: readonly Option[], wanted: string): Option | undefined =>
	options.find(({ value, label }) => value === wanted || label === flat(wanted));

/** What is offered by a list, beside what is wanted of it. */
export function choiceOf(ref: string, values: readonly string[], refs: Refs, reading: Reading): Choice {
	const element = refs.element(ref);
	const control = element && controlOf(element);
	const list = control ? listOf(control, reading) : "none";
	if (list === "none" || list === "shut" || control === undefined) return { state: list === "shut" ? list : "none" };
	const problem = problemWith(list, values);
	if (problem !== undefined) return { state: "unfit", problem };
	const wanted = new Set(values.map((value) => optionFor(list.options, value)));
	const native = browsersList(control) !== undefined;
	const refOf = ({ element: option, label }: Option): string =>
		native ? "" : refs.show(option, { role: roleOf(option, reading), name: label });
	const options = list.options.flatMap((option): OfferedOption[] => {
		const isWanted = wanted.has(option);
		if (!isWanted && !option.selected) return [];
		return [{ ref: refOf(option), label: option.label, selected: option.selected, wanted: isWanted }];
	});
	return { state: "fit", native, several: list.several, options };
}

function tellChanged(control: Element): void {
	control.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
	control.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Chooses in a select or from a field's suggestions and tells the page, by events that it can tell from a person's: no
 * debugger opens the menu of either, which the browser draws outside of the page.
 */
export function chooseIn(element: Element, values: readonly string[]): readonly string[] {
	const control = controlOf(element);
	if (isTag(control, "select")) return chooseInSelect(control, values);
	const [wanted = ""] = values;
	const option = optionFor(browsersList(control)?.options ?? [], wanted);
	if (!isTag(control, "input") || option === undefined) throw new Error("nothing to choose from");
	control.focus();
	if (control.value !== option.value) {
		control.value = option.value ?? "";
		tellChanged(control);
	}
	return [option.label];
}

function chooseInSelect(select: HTMLSelectElement, values: readonly string[]): readonly string[] {
	const { options } = nativeList(select);
	const wanted = new Set(values.map((value) => optionFor(options, value)?.element));
	const before = Array.from(select.options, ({ selected }) => selected);
	select.focus();
	for (const option of select.options) option.selected = wanted.has(option);
	if (Array.from(select.options).some(({ selected }, index) => selected !== before[index])) tellChanged(select);
	return Array.from(select.selectedOptions, ({ label }) => flat(label));
}

/** Whether something that can be checked is; null for anything else. */
export function checkOf(element: Element, reading: Reading): { checked: boolean; isRadio: boolean } | null {
	const control = controlOf(element);
	if (isTag(control, "input") && (control.type === "checkbox" || control.type === "radio"))
		return { checked: control.checked && !control.indeterminate, isRadio: control.type === "radio" };
	const role = roleOf(control, reading);
	const isRadio = role === "radio" || role === "menuitemradio";
	if (!isRadio && !["checkbox", "switch", "menuitemcheckbox"].includes(role)) return null;
	return { checked: attribute(control, "aria-checked") === "true", isRadio };
}
