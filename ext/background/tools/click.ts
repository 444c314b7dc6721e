import { actIn } from "../acting.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { remoteElement } from "../debugger/element.ts";
import { type Press, pressAt } from "../debugger/mouse.ts";
import { reachable } from "../debugger/reach.ts";
import { clickByDom } from "../dom-click.ts";
import type { Tool } from "../executor.ts";

/** Waits until the element can take a click, and clicks it. */
async function clickByMouse(
	attachment: Attachment,
	begin: () => Promise<void>,
	ref: string,
	press: Press,
	call: Call,
): Promise<void> {
	const element = await remoteElement(attachment, ref);
	const point = await reachable(attachment, element, ref, call);
	await begin();
	await call.within(pressAt(attachment, element.context.session, point, press));
}

/** An event made in the page stands in for a plain click only. */
const isPlain = ({ button, count, modifiers }: Press): boolean =>
	button === "left" && count === 1 && modifiers.length === 0;

/** Clicks an element with trusted input, in whatever frame it is, without bringing its tab to the front. */
export const click: Tool<"browser_click"> = async (params, call, realm) => {
	const { ref, button = "left", count = 1, modifiers = [] } = params;
	const press: Press = { button, count, modifiers };
	const { acted } = await actIn(
		params,
		{
			byDebugger: (attachment, begin) => clickByMouse(attachment, begin, ref, press, call),
			byDom: isPlain(press) ? (place) => clickByDom(place, ref, call) : undefined,
		},
		call,
		realm,
	);
	return acted;
};
