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
import { isTelling, type Reading } from "./reading.ts";
import { stateRoles } from "./tables.ts";

/** States that are worth a word: true ones, mixed ones, `expanded` either way, and a heading's level. */
export function statesOf(element: Element, role: string, reading: Reading): AriaStates | undefined {
	let states: Record<string, AriaStates[keyof AriaStates]> | undefined;
	for (const { state, read } of readersOf(role, isTelling(element, reading))) {
		const value = read(element, role);
		if (value === undefined || (value === false && state !== "expanded")) continue;
		states ??= {};
		states[state] = value;
	}
	if (reading.focused === element && localNameOf(element) !== "body") states = { ...states, active: true };
	return states;
}

interface StateReader {
	readonly state: keyof AriaStates;
	/** Roles that have the state; any role where absent. */
	readonly roles?: ReadonlySet<string>;
	/** The same for an element that bears no ARIA attribute; none at all has the state where it is empty. */
	readonly plainRoles?: ReadonlySet<string>;
	readonly read: (element: Element, role: string) => boolean | string | number | undefined;
}

const none: ReadonlySet<string> = new Set();

const stateReaders: readonly StateReader[] = [
	{ state: "checked", plainRoles: stateRoles.checked, read: checkedOf },
	{ state: "disabled", roles: stateRoles.disabled, read: isDisabled },
	{ state: "level", roles: stateRoles.level, read: levelOf },
	{
		state: "pressed",
		roles: stateRoles.pressed,
		plainRoles: none,
		read: (element) => tristate(attribute(element, "aria-pressed")),
	},
	{ state: "selected", roles: stateRoles.selected, read: isSelected },
	{ state: "required", roles: stateRoles.required, read: isRequired },
	{ state: "readonly", roles: stateRoles.readonly, read: isReadonly },
	{ state: "invalid", roles: stateRoles.invalid, read: invalidOf },
	{ state: "current", plainRoles: none, read: (element) => token(attribute(element, "aria-current")) },
	{ state: "modal", roles: new Set(["dialog", "alertdialog"]), read: isModal },
	{ state: "busy", plainRoles: none, read: (element) => attribute(element, "aria-busy") === "true" },
	{ state: "expanded", plainRoles: stateRoles.expanded, read: expandedOf },
];

const readersByRole = new Map<
	string,
	{ readonly all: readonly StateReader[]; readonly plain: readonly StateReader[] }
>();

/** Most elements have a role of few states and no ARIA attribute: they are asked for nothing else. */
function readersOf(role: string, withAria: boolean): readonly StateReader[] {
	let readers = readersByRole.get(role);
	if (readers === undefined) {
		const all = stateReaders.filter(({ roles }) => roles === undefined || roles.has(role));
		readers = { all, plain: all.filter(({ plainRoles }) => plainRoles === undefined || plainRoles.has(role)) };
		readersByRole.set(role, readers);
	}
	return withAria ? readers.all : readers.plain;
}

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
	if (isTag(element, "summary")) {
		const parent = parentNodeOf(element);
		if (isElement(parent) && isTag(parent, "details")) return parent.open;
	}
	if (!stateRoles.expanded.has(role) || isTag(element, "details")) return undefined;
	const value = attribute(element, "aria-expanded");
	return value === "true" || value === "false" ? value === "true" : undefined;
}

/** HTML-AAM §3.5 `h1`–`h6`; WAI-ARIA 1.2 §5.4 `heading`: level 2 when none is given. */
function levelOf(element: Element, role: string): number | undefined {
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
