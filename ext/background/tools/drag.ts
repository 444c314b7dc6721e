import { actIn } from "../acting.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { dragOnto } from "../debugger/dragging.ts";
import type { Tool } from "../executor.ts";
import { requireRef } from "../target.ts";

/** Drags one element onto another with the mouse held. */
export const drag: Tool<"browser_drag"> = async ({ startRef, endRef, ...params }, call, realm) => {
	const byDebugger = async (attachment: Attachment, begin: () => Promise<void>): Promise<void> => {
		await requireRef(attachment.tabId, endRef, call);
		await dragOnto(attachment, begin, startRef, endRef, call);
	};
	return (await actIn({ ...params, ref: startRef }, { byDebugger }, call, realm)).acted;
};
