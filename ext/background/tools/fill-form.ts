import { actIn, type DomPlace } from "../acting.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { FormHand } from "../debugger/form.ts";
import { fillByDom } from "../dom-fill.ts";
import type { Tool } from "../executor.ts";

/** Fills in many fields, all of which are checked before the first is touched. */
export const fillForm: Tool<"browser_fill_form"> = async ({ fields, ...params }, call, realm) => {
	const byDebugger = async (attachment: Attachment, begin: () => Promise<void>) => {
		const hand = new FormHand(attachment, call);
		const ready = await hand.ready(fields);
		await begin();
		return hand.fill(ready);
	};
	const byDom = (place: DomPlace, begin: () => Promise<void>) => fillByDom(place, begin, fields, call);
	const refs = fields.map(({ ref }) => ref);
	const { acted, told } = await actIn({ ...params, refs }, { byDebugger, byDom }, call, realm);
	if (told === undefined) return acted;
	const differing = told.flatMap(({ ref, differs, holds }) =>
		differs === undefined ? [] : [{ ref, ...(holds === undefined ? {} : { holds }) }],
	);
	const invalid = told.flatMap(({ ref, invalid: why }) => (why === undefined ? [] : [{ ref, why }]));
	return { ...acted, differing, ...(invalid.length === 0 ? {} : { invalid }) };
};
