import { MonkError } from "../../lib/errors/error.ts";
import type { Actionability, ContentApi, Field } from "../content-api.ts";
import type { DomPlace } from "./acting.ts";
import type { Call } from "./call.ts";
import { type Entry, requireFit, type Typed, unreadiness } from "./field-rules.ts";
import { runInFrames } from "./in-frames.ts";

const TYPE_MS = 3_000;

interface Seen {
	readonly field: Field;
	readonly fits: boolean;
	readonly state: Actionability;
}

/** Sent to the frame as text. */
async function see(ref: string, text: string): Promise<Seen | undefined> {
	const { monk } = globalThis as { monk?: ContentApi };
	if (monk?.element(ref) === undefined) return undefined;
	return { field: monk.field(ref), fits: monk.fits(ref, text), state: await monk.actionability(ref) };
}

/** Sent to the frame as text. Answers whether the field then held the text, and what it held where it may be told. */
function set(ref: string, text: string): { readonly holds: boolean; readonly value: string; readonly secret: boolean } {
	const { monk } = globalThis as { monk?: ContentApi };
	monk?.setField(ref, text);
	const field = monk?.field(ref);
	return { holds: monk?.holds(ref, text) ?? false, value: field?.value ?? "", secret: field?.secret ?? true };
}

/** Puts a text into an input or a textarea by events made in the page. Throws NOT_ACTIONABLE for what needs keys. */
export async function typeByDom({ tabId, frame }: DomPlace, ref: string, entry: Entry, call: Call): Promise<Typed> {
	const [answer] = await runInFrames(tabId, [frame.documentId], call, TYPE_MS, see, [ref, entry.text]);
	const seen = answer?.result;
	if (seen === undefined || seen === null) throw new MonkError("STALE_REF", `${ref} is no longer in the page`);
	requireFit(seen.field, seen.fits, entry, ref);
	const failed =
		unreadiness(seen.state, seen.field) ??
		(seen.field.kind === "rich" || entry.submit ? "needs keys, which Chrome refuses here" : undefined);
	if (failed !== undefined) throw new MonkError("NOT_ACTIONABLE", `${ref} ${failed}`);
	if (entry.append && seen.field.secret) throw new MonkError("NOT_ACTIONABLE", `${ref} holds a secret`);
	const text = entry.append ? seen.field.value + entry.text : entry.text;
	const [done] = await runInFrames(tabId, [frame.documentId], call, TYPE_MS, set, [ref, text]);
	if (done?.result?.holds) return {};
	return { differs: true, ...(done?.result?.secret ? {} : { holds: done?.result?.value ?? "" }) };
}
