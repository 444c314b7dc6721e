import { MonkError } from "../../lib/errors/error.ts";
import type { Field, FieldEnd, FieldFacts } from "../content-api.ts";
import { maskSecrets } from "../snapshot/secrets.ts";

/** What is to be written into a field. */
export interface Entry {
	readonly text: string;
	/** After what it holds, not over it. */
	readonly append: boolean;
	readonly slowly: boolean;
	readonly submit: boolean;
}

/** What became of a text that was written. */
export interface Typed {
	/** The field holds something else than what was typed. */
	readonly differs?: true;
	/** What it holds then, unless that is a secret. */
	readonly holds?: string;
	/** Why the browser would not let it be submitted so. */
	readonly invalid?: string;
}

/** What is told of a field that was written in; undefined where there is nothing to tell. */
export function typedOf({ holds, value, secret, invalid }: FieldEnd): Typed | undefined {
	if (holds && invalid === undefined) return undefined;
	return {
		...(holds ? {} : { differs: true as const, ...(secret ? {} : { holds: value.slice(0, TOLD) }) }),
		...(invalid === undefined ? {} : { invalid: invalid.slice(0, TOLD) }),
	};
}

/** The same without what has the shape of a secret. */
export const maskedTyped = ({ differs, holds, invalid }: Typed): Typed => ({
	...(differs === undefined ? {} : { differs }),
	...(holds === undefined ? {} : { holds: maskSecrets(holds) }),
	...(invalid === undefined ? {} : { invalid: maskSecrets(invalid) }),
});

/** One of several fields. */
export type Filled = Typed & { readonly ref: string };

/** Characters of what a field holds that are told: an editor may hold a book. */
const TOLD = 1_000;

/** Why a field cannot be written in at this moment, or undefined. It may yet become ready. */
export function unreadiness({ state, field }: FieldFacts): string | undefined {
	if (!state.attached) return "is no longer in the page";
	if (!state.visible) return "is not visible";
	if (!state.enabled) return "is disabled";
	return field.readonly ? "is read-only" : undefined;
}

/** Throws for a text that the field can never take, before anything is touched. `name` is what the field is called. */
export function requireFit(field: Field, fits: boolean, { text, append }: Entry, name: string): void {
	if (field.kind === "none")
		throw new MonkError("NOT_ACTIONABLE", `${name} is nothing to type into`, {
			hint: "Name a text field, or use browser_click or browser_press_key.",
		});
	if (field.kind === "line" && /[\r\n]/.test(text))
		throw new MonkError("INVALID_ARGUMENT", `text: ${name} takes one line`, {
			hint: "Leave the line break out; `submit` presses Enter.",
		});
	if (!append && !fits)
		throw new MonkError("INVALID_ARGUMENT", `text: it does not fit a field of type ${field.type ?? "text"}`, {
			hint: forms[field.type ?? ""] ?? "Give it in the form that HTML wants for that type.",
		});
}

/** The forms of values by type of input, HTML §4.10.5.1. */
const forms: Readonly<Record<string, string>> = {
	date: "Give it as 2026-12-31.",
	time: "Give it as 23:59.",
	"datetime-local": "Give it as 2026-12-31T23:59.",
	month: "Give it as 2026-12.",
	week: "Give it as 2026-W52.",
	color: "Give it as #aabbcc.",
	range: "Give a number within the range, on one of its steps.",
	number: "Give a number, such as 3.5.",
};
