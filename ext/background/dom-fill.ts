import type { LinkParams } from "../../lib/catalog/catalog.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { Choice, ContentApi, FieldEnd, FieldFacts } from "../content-api.ts";
import type { DomPlace } from "./acting.ts";
import type { Call } from "./call.ts";
import { type Filled, maskedTyped, requireFit, typedOf, unreadiness } from "./field-rules.ts";
import { readCheck, valuesOf, type Wish } from "./fill-values.ts";
import { runInFrames } from "./in-frames.ts";

const FILL_MS = 3_000;

interface Seen {
	readonly check: { readonly checked: boolean; readonly isRadio: boolean } | null;
	readonly choice: Choice;
	readonly facts: FieldFacts;
}

/** Sent to the frame as text. */
function see(ref: string, text: string, values: readonly string[]): Seen | null {
	const { monk } = globalThis as { monk?: ContentApi };
	const facts = monk?.fieldFacts(ref, text) ?? null;
	return monk && facts ? { check: monk.check(ref), choice: monk.choice(ref, values), facts } : null;
}

/** Sent to the frame as text. */
function press(ref: string, wanted: boolean): boolean {
	const { monk } = globalThis as { monk?: ContentApi };
	const element = monk?.element(ref);
	if (monk?.check(ref)?.checked !== wanted && element instanceof HTMLElement) element.click();
	return monk?.check(ref)?.checked === wanted;
}

/** Sent to the frame as text. */
function choose(ref: string, values: readonly string[]): readonly string[] {
	return (globalThis as { monk?: ContentApi }).monk?.choose(ref, values) ?? [];
}

/** Sent to the frame as text. */
function set(ref: string, text: string): FieldEnd | null {
	const { monk } = globalThis as { monk?: ContentApi };
	monk?.setField(ref, text);
	return monk?.fieldEnd(ref, text, text) ?? null;
}

/** Fills in fields by events made in the page: all are looked at before the first is touched. */
export async function fillByDom(
	{ tabId, frames }: DomPlace,
	begin: () => Promise<void>,
	fields: LinkParams<"browser_fill_form">["fields"],
	call: Call,
): Promise<readonly Filled[]> {
	const fills: (() => Promise<Filled | undefined>)[] = [];
	for (const [index, wish] of fields.entries()) {
		const where = [frames[index]?.documentId ?? ""];
		const run = <A extends unknown[], R>(func: (...args: A) => R, args: A) =>
			runInFrames(tabId, where, call, FILL_MS, func, args).then(([answer]) => answer?.result);
		const seen = await run(see, [wish.ref, String(wish.value), valuesOf(wish.value)]);
		if (!seen) throw new MonkError("STALE_REF", `${wish.ref} is no longer in the page`);
		fills.push(fillOf(wish, seen, run));
	}
	await begin();
	const told: Filled[] = [];
	for (const fill of fills) {
		const end = await fill();
		if (end !== undefined) told.push(end);
	}
	return told;
}

type Run = <A extends unknown[], R>(func: (...args: A) => R, args: A) => Promise<Awaited<R> | undefined>;

/** How one field is filled in. Throws for one that takes no such value, or needs real input. */
function fillOf(wish: Wish, { check, choice, facts }: Seen, run: Run): () => Promise<Filled | undefined> {
	const { ref, value } = wish;
	const failed = unreadiness(facts);
	if (failed !== undefined) throw new MonkError("NOT_ACTIONABLE", `${ref} ${failed}`);
	if (check !== null) {
		const wanted = readCheck(wish, check.isRadio);
		return async () => ((await run(press, [ref, wanted])) ? undefined : { ref, differs: true, holds: String(!wanted) });
	}
	if (choice.state === "unfit") throw new MonkError("INVALID_ARGUMENT", `values: ${choice.problem}`);
	if (choice.state === "fit" && choice.native) {
		return async () => {
			const chosen = (await run(choose, [ref, valuesOf(value)])) ?? [];
			return chosen.length === valuesOf(value).length ? undefined : { ref, differs: true, holds: chosen.join(", ") };
		};
	}
	const text = String(value);
	requireFit(facts.field, facts.fits, { text, append: false, slowly: false, submit: false }, ref);
	if (facts.field.kind === "rich")
		throw new MonkError("NOT_ACTIONABLE", `${ref} needs keys, which Chrome refuses here`);
	return async () => {
		const end = await run(set, [ref, text]);
		const typed = end ? typedOf(end) : undefined;
		return typed && { ref, ...maskedTyped(typed) };
	};
}
