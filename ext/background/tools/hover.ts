import { actIn, type DomPlace } from "../acting.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { whileDrawn } from "../debugger/drawing.ts";
import { remoteElement } from "../debugger/element.ts";
import { moveTo } from "../debugger/mouse.ts";
import { reachable, readyPoint } from "../debugger/reach.ts";
import { hoverByDom } from "../dom-pointer.ts";
import type { Tool } from "../executor.ts";

/** Moves the mouse over an element, so that the page and its styles (`:hover`) see it there. */
export const hover: Tool<"browser_hover"> = async (params, call, realm) => {
	const byDebugger = async (attachment: Attachment, begin: () => Promise<void>): Promise<void> => {
		const wish = { mayBeDisabled: true } as const;
		const [element, ready] = await Promise.all([
			remoteElement(attachment, params.ref),
			call.within(readyPoint(attachment, params.ref, wish)),
		]);
		const point = ready ?? (await reachable(attachment, element, params.ref, call, wish));
		await begin();
		await call.within(whileDrawn(attachment, () => moveTo(attachment, element.context.session, point)));
	};
	const byDom = (place: DomPlace, begin: () => Promise<void>): Promise<void> =>
		hoverByDom(place, begin, params.ref, call);
	return (await actIn(params, { byDebugger, byDom }, call, realm)).acted;
};
