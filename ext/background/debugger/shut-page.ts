import type { Call } from "../call.ts";
import { type FrameAnswer, SHUT } from "../in-frames.ts";
import type { Attachment } from "./attachment.ts";
import { OWN_WORLD } from "./contexts.ts";
import type { Debugging } from "./debugging.ts";
import { type Evaluated, resultOf } from "./remote-value.ts";

/** Chrome's number of the top frame. */
const TOP = 0;

interface TopFrame {
	readonly frameTree: { readonly frame: { readonly id: string; readonly loaderId: string } };
}

/** The content script as it lies in our own folder. */
const contentScript = async (): Promise<string> => (await fetch(chrome.runtime.getURL("content.js"))).text();

/** The world of that name in the document: the same one for as long as the document lives. */
async function ownWorld(attachment: Attachment, frameId: string): Promise<number> {
	const { executionContextId: contextId } = await attachment.send<{ executionContextId: number }>(
		"Page.createIsolatedWorld",
		{ frameId, worldName: OWN_WORLD },
	);
	const expression = 'Object.hasOwn(globalThis, "monk")';
	const { result } = await attachment.send<Evaluated>("Runtime.evaluate", { contextId, expression });
	if (result.value !== true)
		await attachment.send("Runtime.evaluate", { contextId, expression: await contentScript() });
	return contextId;
}

async function evaluate(attachment: Attachment, expression: string): Promise<FrameAnswer<unknown>> {
	const { frame } = (await attachment.send<TopFrame>("Page.getFrameTree")).frameTree;
	const contextId = await ownWorld(attachment, frame.id);
	const params = { contextId, expression, awaitPromise: true, returnByValue: true };
	const { value } = resultOf(await attachment.send<Evaluated>("Runtime.evaluate", params));
	return { frameId: TOP, documentId: SHUT + frame.loaderId, result: value };
}

/**
 * Asks a page's top document what a content script would answer, where Chrome lets no extension's script in: data:
 * addresses typed or opened as pages. The debugger may go there.
 */
export const askShutPage =
	(debugging: Debugging) =>
	(tabId: number, expression: string, call: Call): Promise<readonly FrameAnswer<unknown>[]> =>
		debugging.use(tabId, async (attachment) => [
			await call.within(attachment.unlessDialog(evaluate(attachment, expression))),
		]);
