import type { AriaStates } from "../../snapshot/tree.ts";
import {
	attribute,
	closestMatch,
	hasAttributeNamed,
	isElement,
	isMatch,
	isTag,
	localNameOf,
	parentNodeOf,
} from "./dom.ts";
import type { Reading } from "./reading.ts";
import { stateRoles } from "./tables.ts";

/** States that are worth a word: true ones, mixed ones, `expanded` either way, and a heading's level. */
export function statesOf(element: Element, role: string, reading: Reading): AriaStates | undefined {
	const states: Record<string, AriaStates[keyof AriaStates]> = {};
	for (const [name, read] of stateReaders) {
		const value = read(element, role, reading);
		if (value !== undefined && value !== false) states[name] = value;
	}
	const expanded = expandedOf(element, role);
	if (expanded !== undefined) states.expanded = expanded;
	return Object.keys(states).length > 0 ? states : undefined;
}

type StateReader = (element: Element, role: string, reading: Reading) => boolean | string | number | undefined;

const stateReaders: readonly (readonly [keyof AriaStates, StateReader])[] = [
	["checked", (element, role) => checkedOf(element, role)],
	["disabled", (element, role) => stateRoles.disabled.has(role) && isDisabled(element)],
	["active", (element, _role, reading) => reading.focused === element && localNameOf(element) !== "body"],
	["level", (element, role) => levelOf(element, role)],
	[
		"pressed",
		(element, role) => (stateRoles.pressed.has(role) ? tristate(attribute(element, "aria-pressed")) : undefined),
	],
	["selected", (element, role) => stateRoles.selected.has(role) && isSelected(element)],
	["required", (element, role) => stateRoles.required.has(role) && isRequired(element)],
	["readonly", (element, role) => stateRoles.readonly.has(role) && isReadonly(element)],
	["invalid", (element, role) => (stateRoles.invalid.has(role) ? invalidOf(element) : undefined)],
	["current", (element) => token(attribute(element, "aria-current"))],
	["modal", (element, role) => (role === "dialog" || role === "alertdialog") && isModal(element)],
	["busy", (element) => attribute(element, "aria-busy") === "true"],
];

const tristate = (value: string | null): boolean | "mixed" | undefined =>
	value === "true" ? true : value === "mixed" ? "mixed" : undefined;

/** `true`, or the token that the author chose: `aria-current=page`. */
const token = (value: string | null): boolean | string | undefined =>
	value === null || value === "" || value === "false" ? undefined : value === "true" ? true : value;

/** HTML-AAM §5 and WAI-ARIA 1.2 §6.6 `aria-checked`: the native state wins over the attribute. */
function checkedOf(element: Element, role: string): boolean | "mixed" | undefined {
	if (isTag(element, "input") && (element.type === "checkbox" || element.type === "radio")) {
		if (element.indeterminate && element.type === "checkbox") return "mixed";
		return element.checked;
	}
	return stateRoles.checked.has(role) ? tristate(attribute(element, "aria-checked")) : undefined;
}

/** HTML §4.10.19.5, a disabled fieldset included, and `aria-disabled` on it or around it (WAI-ARIA 1.2 §6.6). */
export function isDisabled(element: Element): boolean {
	if (isTag(element, "button", "input", "select", "textarea", "option", "optgroup", "fieldset"))
		if (element.disabled || isDisabledByParent(element)) return true;
	return closestMatch(element, "[aria-disabled]") !== null && isAriaDisabled(element);
}

function isDisabledByParent(element: Element): boolean {
	if (isTag(element, "option")) return closestMatch(element, "optgroup:disabled, select:disabled") !== null;
	return closestMatch(element, "fieldset:disabled") !== null && isMatch(element, ":disabled");
}

function isAriaDisabled(element: Element): boolean {
	for (let node: Node | null = element; isElement(node); node = parentNodeOf(node)) {
		const value = attribute(node, "aria-disabled");
		if (value !== null && value !== "") return value === "true";
	}
	return false;
}

function expandedOf(element: Element, role: string): boolean | undefined {
	if (isTag(element, "details")) return undefined;
	const parent = parentNodeOf(element);
	if (isTag(element, "summary") && isElement(parent) && isTag(parent, "details")) return parent.open;
	const value = attribute(element, "aria-expanded");
	if (value === "true" || value === "false") return stateRoles.expanded.has(role) ? value === "true" : undefined;
	return undefined;
}

/** HTML-AAM §3.5 `h1`–`h6`; WAI-ARIA 1.2 §5.4 `heading`: level 2 when none is given. */
function levelOf(element: Element, role: string): number | undefined {
	if (!stateRoles.level.has(role)) return undefined;
	const given = Number.parseInt(attribute(element, "aria-level") ?? "", 10);
	if (given >= 1) return given;
	if (role !== "heading") return undefined;
	const native = /^h([1-6])$/.exec(localNameOf(element));
	return native ? Number(native[1]) : 2;
}

function isSelected(element: Element): boolean {
	return isTag(element, "option") ? element.selected : attribute(element, "aria-selected") === "true";
}

function isRequired(element: Element): boolean {
	if (isTag(element, "input", "select", "textarea") && element.required) return true;
	return attribute(element, "aria-required") === "true";
}

function isReadonly(element: Element): boolean {
	if (isTag(element, "input", "textarea") && element.readOnly && hasAttributeNamed(element, "readonly")) return true;
	return attribute(element, "aria-readonly") === "true";
}

/** Only what the page says is invalid: a field that nobody filled in yet is not. */
function invalidOf(element: Element): boolean | string | undefined {
	const given = attribute(element, "aria-invalid");
	if (given !== null) return token(given);
	return isMatch(element, ":user-invalid") ? true : undefined;
}

function isModal(element: Element): boolean {
	return attribute(element, "aria-modal") === "true" || (isTag(element, "dialog") && isMatch(element, ":modal"));
}
