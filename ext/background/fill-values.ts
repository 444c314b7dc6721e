import type { LinkParams } from "../../lib/catalog/catalog.ts";
import { MonkError } from "../../lib/errors/error.ts";

export type Wish = LinkParams<"browser_fill_form">["fields"][number];

export const invalid = (ref: string, why: string): MonkError =>
	new MonkError("INVALID_ARGUMENT", `fields: ${ref}: ${why}`);

export const valuesOf = (value: Wish["value"]): string[] => (Array.isArray(value) ? [...value] : [String(value)]);

/** Whether a checkbox or a radio button is to be checked. Throws INVALID_ARGUMENT. */
export function readCheck({ ref, value }: Wish, isRadio: boolean): boolean {
	const wanted = String(value).toLowerCase();
	if (wanted === "false" && isRadio) throw invalid(ref, "a radio button is let go by choosing another");
	if (wanted === "true" || wanted === "false") return wanted === "true";
	throw invalid(ref, "the value must be true or false");
}
