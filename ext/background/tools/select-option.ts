import { actIn } from "../acting.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { ChoiceHand, type Chosen } from "../debugger/choosing.ts";
import { chooseByDom } from "../dom-choose.ts";
import type { Tool } from "../executor.ts";

/** Chooses options by value or label, in place of what was chosen. */
export const selectOption: Tool<"browser_select_option"> = async (params, call, realm) => {
	const { ref, values } = params;
	const byDebugger = async (attachment: Attachment, begin: () => Promise<void>): Promise<Chosen> => {
		const hand = await ChoiceHand.of(attachment, ref, call);
		await hand.ready(values);
		await begin();
		return hand.choose(values);
	};
	const { acted, told } = await actIn(
		params,
		{ byDebugger, byDom: (place, begin) => chooseByDom(place, begin, ref, values, call) },
		call,
		realm,
	);
	return { ...acted, ...(told === undefined ? {} : { ...told, selected: [...told.selected] }) };
};
