import { MonkError } from "../../../lib/errors/error.ts";
import { actIn, type DomPlace } from "../acting.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { clickOn } from "../debugger/clicking.ts";
import type { Point, Press } from "../debugger/mouse.ts";
import { clickByDom } from "../dom-click.ts";
import type { Tool } from "../executor.ts";

/** An event made in the page stands in for a plain click only. */
const isPlain = ({ button, count, modifiers }: Press, spot: Point | undefined): boolean =>
	button === "left" && count === 1 && modifiers.length === 0 && spot === undefined;

function spotOf({ x, y }: { readonly x?: number; readonly y?: number }): Point | undefined {
	if (x === undefined && y === undefined) return undefined;
	if (x !== undefined && y !== undefined) return { x, y };
	throw new MonkError("INVALID_ARGUMENT", "x, y: each needs the other");
}

/** Clicks an element with trusted input, in whatever frame it is, without bringing its tab to the front. */
export const click: Tool<"browser_click"> = async (params, call, realm) => {
	const { ref, button = "left", count = 1, modifiers = [] } = params;
	const press: Press = { button, count, modifiers };
	const spot = spotOf(params);
	const byDebugger = (attachment: Attachment, begin: () => Promise<void>): Promise<void> =>
		clickOn(attachment, begin, ref, press, call, { spot });
	const byDom = isPlain(press, spot)
		? (place: DomPlace, begin: () => Promise<void>) => clickByDom(place, begin, ref, call)
		: undefined;
	return (await actIn(params, { byDebugger, byDom }, call, realm)).acted;
};
