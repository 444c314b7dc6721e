import { attribute, hasAttributeNamed, isElement, isTag, textContentOf } from "./dom.ts";
import { type Reading, shownChildren } from "./reading.ts";
import { isEditingHost } from "./role.ts";
import { singleSpaced } from "./runs.ts";

const flat = (text: string): string => singleSpaced(text).trim();

/** Roles that have a value. */
export const valueRoles: ReadonlySet<string> = new Set(
	"textbox searchbox combobox listbox slider spinbutton scrollbar progressbar meter".split(" "),
);

/**
 * The value of a control in words: accname 1.2 §4.3.2 step 2C, and what a snapshot prints after its name. Undefined
 * when the role has no value. A secret's value is never read. Several chosen options are told apart by `between`.
 */
export function controlValue(element: Element, role: string, reading: Reading, between = ", "): string | undefined {
	switch (role) {
		case "textbox":
		case "searchbox":
			return textValue(element);
		case "combobox":
		case "listbox":
			return chosenValue(element, reading, between) ?? (role === "combobox" ? textValue(element) : "");
		case "slider":
		case "spinbutton":
		case "scrollbar":
		case "progressbar":
		case "meter":
			return rangeValue(element);
		default:
			return undefined;
	}
}

function textValue(element: Element): string | undefined {
	if (isTag(element, "input", "textarea")) return isSecret(element) ? "" : element.value;
	return isTag(element, "select") ? undefined : flat(textContentOf(element) ?? "");
}

/** A select's chosen options, or an ARIA listbox's selected ones. */
function chosenValue(element: Element, reading: Reading, between: string): string | undefined {
	if (isTag(element, "select"))
		return Array.from(element.selectedOptions, (option) => flat(option.label)).join(between);
	if (isTag(element, "input")) return undefined;
	const chosen = Array.from(ariaSelected(element, reading), (option) => flat(textContentOf(option) ?? ""));
	return chosen.length > 0 ? chosen.join(between) : undefined;
}

function* ariaSelected(element: Element, reading: Reading): Generator<Element> {
	for (const child of shownChildren(element, reading)) {
		if (!isElement(child)) continue;
		if (attribute(child, "role") === "option" && attribute(child, "aria-selected") === "true") yield child;
		else yield* ariaSelected(child, reading);
	}
}

function rangeValue(element: Element): string {
	const spoken = attribute(element, "aria-valuetext") ?? attribute(element, "aria-valuenow");
	if (spoken !== null) return spoken;
	if (isTag(element, "input")) return element.value;
	if (isTag(element, "meter")) return String(element.value);
	if (isTag(element, "progress")) return hasAttributeNamed(element, "value") ? String(element.value) : "";
	return "";
}

/** `autocomplete` fields (HTML §4.10.18.7.1) whose value must not leave the page: cards, passwords and codes. */
const secretFields =
	/(?:^|\s)(?:cc-number|cc-csc|cc-exp|cc-exp-month|cc-exp-year|one-time-code|new-password|current-password)(?:\s|$)/i;

/** Names that such fields bear where the author left `autocomplete` out. */
const secretNames =
	/(?:^|[^a-z])(?:card[-_ ]?(?:number|no|num)|cc[-_ ]?(?:number|num)|cvc|cvv|csc|otp|one[-_ ]?time[-_ ]?(?:code|password)|2fa|totp|passwd|password)(?:[^a-z]|$)/i;

/** Fields that once were passwords: a page's "show password" button turns them into text. */
const oncePasswords = new WeakSet<Element>();

/** Inputs that nobody writes a secret into. */
const wordless = new Set("button checkbox color file image radio range reset submit".split(" "));

/** Whether a field's value is masked in everything that we print. */
export function isSecret(element: Element): boolean {
	if (!isTag(element, "input", "textarea")) return false;
	if (isTag(element, "input")) {
		const { type } = element;
		if (wordless.has(type)) return false;
		if (type === "password") oncePasswords.add(element);
	}
	if (oncePasswords.has(element) || secretFields.test(attribute(element, "autocomplete") ?? "")) return true;
	return ["name", "id", "data-testid"].some((name) => secretNames.test(attribute(element, name) ?? ""));
}

export const isEditable = (element: Element): boolean => {
	if (isTag(element, "input", "textarea")) return !element.readOnly && !element.disabled;
	return isEditingHost(element) || (isElement(element) && (element as HTMLElement).isContentEditable === true);
};
