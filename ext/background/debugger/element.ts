import { MonkError } from "../../../lib/errors/error.ts";
import type { Attachment } from "./attachment.ts";
import type { Context } from "./contexts.ts";
import { type Evaluated, type RemoteValue, resultOf } from "./remote-value.ts";

/** The document in which an element is. */
export interface Place {
	readonly context: Context;
}

/** An element as the debugger holds it: the very one that the content script names. */
export interface RemoteElement extends Place {
	readonly objectId: string;
}

/** Evaluates in the content script's own world, where `monk` is. Throws EVAL_ERROR; Chrome's error when the frame is gone. */
export async function askContent(
	attachment: Attachment,
	context: Context,
	expression: string,
	asValue = true,
): Promise<RemoteValue> {
	const evaluated = await attachment.send<Evaluated>(
		"Runtime.evaluate",
		{ expression, uniqueContextId: context.uniqueId, returnByValue: asValue, awaitPromise: true },
		context.session,
	);
	try {
		return resultOf(evaluated);
	} catch (thrown) {
		throw thrown instanceof MonkError && isGone.test(thrown.message)
			? new MonkError("STALE_REF", "the element is no longer in the page", { cause: thrown })
			: thrown;
	}
}

/** How the content script says that a ref has no element. */
const isGone = /no element for (?:f\d+)?e\d+$/;

async function elementIn(attachment: Attachment, context: Context, ref: string): Promise<RemoteElement | undefined> {
	const expression = `globalThis.monk?.element(${JSON.stringify(ref)})`;
	const value = await askContent(attachment, context, expression, false).catch(() => undefined);
	return value?.objectId === undefined ? undefined : { context, objectId: value.objectId };
}

/**
 * The element of a ref. Which frame it is in need not be known: a ref is one frame's only, so the others know nothing
 * of it. Throws STALE_REF when none does.
 */
export async function remoteElement(attachment: Attachment, ref: string): Promise<RemoteElement> {
	await attachment.settled();
	const found = await Promise.all(attachment.contentContexts().map((context) => elementIn(attachment, context, ref)));
	const [element] = found.filter((one) => one !== undefined);
	if (element === undefined) throw new MonkError("STALE_REF", `${ref} is no longer in the page`);
	return element;
}

/** The document of a ref: a plain one is the tab's own document's, whether it still stands for something there or not. */
export async function placeOfRef(attachment: Attachment, ref: string): Promise<Place> {
	const context = /^e\d+$/.test(ref) ? attachment.topContext() : undefined;
	return context === undefined ? remoteElement(attachment, ref) : { context };
}

/** The same element as the page's own scripts hold it. */
export async function inMainWorld(attachment: Attachment, { context, objectId }: RemoteElement): Promise<string> {
	const main = attachment.mainContextBeside(context);
	if (main === undefined) throw new MonkError("EVAL_ERROR", "the frame runs no scripts");
	const { node } = await attachment.send<{ node: { backendNodeId: number } }>(
		"DOM.describeNode",
		{ objectId },
		context.session,
	);
	const { object } = await attachment.send<{ object: RemoteValue }>(
		"DOM.resolveNode",
		{ backendNodeId: node.backendNodeId, executionContextId: main.id },
		context.session,
	);
	if (object.objectId === undefined) throw new MonkError("EVAL_ERROR", "the element is out of the page's reach");
	return object.objectId;
}
