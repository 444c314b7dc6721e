import { actIn } from "../acting.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { whileDrawn } from "../debugger/drawing.ts";
import { remoteElement } from "../debugger/element.ts";
import { moveTo } from "../debugger/mouse.ts";
import { reachable } from "../debugger/reach.ts";
import type { Tool } from "../executor.ts";

/** Moves the mouse over an element, so that the page and its styles (`:hover`) see it there. */
export const hover: Tool<"browser_hover"> = async (params, call, realm) => {
	const byDebugger = async (attachment: Attachment, begin: () => Promise<void>): Promise<void> => {
		const element = await remoteElement(attachment, params.ref);
		const point = await reachable(attachment, element, params.ref, call, { mayBeDisabled: true });
		await begin();
		await call.within(whileDrawn(attachment, () => moveTo(attachment, element.context.session, point)));
	};
	return (await actIn(params, { byDebugger }, call, realm)).acted;
};
