import { actIn } from "../acting.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { placeOfRef } from "../debugger/element.ts";
import { type Entry, FieldHand, type Typed } from "../debugger/field.ts";
import { typeByDom } from "../dom-type.ts";
import type { Tool } from "../executor.ts";
import { maskedTyped } from "../field-rules.ts";

async function typeByKeys(
	attachment: Attachment,
	begin: () => Promise<void>,
	ref: string,
	entry: Entry,
	call: Call,
): Promise<Typed> {
	const hand = new FieldHand(attachment, await placeOfRef(attachment, ref), ref, call);
	const before = await hand.ready(entry);
	await begin();
	await hand.write(before, entry);
	// Looked at before it is sent away: then the field may be emptied, or gone.
	const typed = await hand.outcome(before, entry);
	if (entry.submit) await hand.submit(before);
	return typed;
}

/** Writes into a field with trusted keys: over what it held, unless told to append. */
export const type: Tool<"browser_type"> = async (params, call, realm) => {
	const { ref, text, submit = false, slowly = false, append = false } = params;
	const entry: Entry = { text, submit, slowly, append };
	const { acted, told } = await actIn(
		params,
		{
			byDebugger: (attachment, begin) => typeByKeys(attachment, begin, ref, entry, call),
			byDom: (place, begin) => typeByDom(place, begin, ref, entry, call),
		},
		call,
		realm,
	);
	return { ...acted, ...maskedTyped(told ?? {}) };
};
