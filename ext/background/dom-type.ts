import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi, FieldEnd, FieldFacts } from "../content-api.ts";
import type { DomPlace } from "./acting.ts";
import type { Call } from "./call.ts";
import { type Entry, requireFit, type Typed, typedOf, unreadiness } from "./field-rules.ts";
import { runInFrames } from "./in-frames.ts";

const TYPE_MS = 3_000;

/** Sent to the frame as text. */
function see(ref: string, text: string): FieldFacts | null {
	return (globalThis as { monk?: ContentApi }).monk?.fieldFacts(ref, text) ?? null;
}

/** Sent to the frame as text. Answers whether the field then held the text, and what it held where it may be told. */
function set(ref: string, text: string): FieldEnd | null {
	const { monk } = globalThis as { monk?: ContentApi };
	monk?.setField(ref, text);
	return monk?.fieldEnd(ref, text, text) ?? null;
}

/** Puts a text into an input or a textarea by events made in the page. Throws NOT_ACTIONABLE for what needs keys. */
export async function typeByDom(
	{ tabId, frame }: DomPlace,
	begin: () => Promise<void>,
	ref: string,
	entry: Entry,
	call: Call,
): Promise<Typed> {
	const [answer] = await runInFrames(tabId, [frame.documentId], call, TYPE_MS, see, [ref, entry.text]);
	const seen = answer?.result;
	if (seen === undefined || seen === null) throw new MonkError("STALE_REF", `${ref} is no longer in the page`);
	requireFit(seen.field, seen.fits, entry, ref);
	const failed =
		unreadiness(seen) ??
		(seen.field.kind === "rich" || entry.submit ? "needs keys, which Chrome refuses here" : undefined);
	if (failed !== undefined) throw new MonkError("NOT_ACTIONABLE", `${ref} ${failed}`);
	if (entry.append && seen.field.secret) throw new MonkError("NOT_ACTIONABLE", `${ref} holds a secret`);
	const text = entry.append ? seen.field.value + entry.text : entry.text;
	await begin();
	const [done] = await runInFrames(tabId, [frame.documentId], call, TYPE_MS, set, [ref, text]);
	// A page that was led elsewhere is gone, and that is its answer.
	return done?.result ? (typedOf(done.result) ?? {}) : {};
}
