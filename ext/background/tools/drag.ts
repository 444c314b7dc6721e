import { actIn, type DomPlace } from "../acting.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { dragOnto } from "../debugger/dragging.ts";
import { dragByDom } from "../dom-pointer.ts";
import type { Tool } from "../executor.ts";

/** Drags one element onto another with the mouse held. */
export const drag: Tool<"browser_drag"> = async ({ startRef, endRef, ...params }, call, realm) => {
	const byDebugger = (attachment: Attachment, begin: () => Promise<void>): Promise<void> =>
		dragOnto(attachment, begin, startRef, endRef, call);
	const byDom = (place: DomPlace, begin: () => Promise<void>): Promise<void> =>
		dragByDom(place, begin, [startRef, endRef], call);
	return (await actIn({ ...params, refs: [startRef, endRef] }, { byDebugger, byDom }, call, realm)).acted;
};
