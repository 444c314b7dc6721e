import { MonkError } from "../../../lib/errors/error.ts";
import type { IncomingFile } from "../../content-api.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import type { Context } from "./contexts.ts";
import { askContent, type RemoteElement } from "./element.ts";
import { type Evaluated, type RemoteValue, resultOf } from "./remote-value.ts";

/** Files for a page: by their paths, where Chrome lets an extension do that, or as bytes. */
export interface Goods {
	readonly files: readonly (IncomingFile & { readonly path: string })[];
	/** By file, in base64, piece by piece; absent when paths do. */
	readonly bytes?: readonly (readonly string[])[];
}

/** Puts the bytes where the content script can take them from. */
export async function sendBytes(attachment: Attachment, context: Context, goods: Goods, call: Call): Promise<void> {
	const files = goods.files.map(({ name, type, lastModified }) => ({ name, type, lastModified }));
	await call.within(askContent(attachment, context, `monk.receiveFiles(${JSON.stringify(files)})`));
	for (const [file, pieces] of (goods.bytes ?? []).entries())
		for (const piece of pieces)
			await call.within(askContent(attachment, context, `monk.receiveBytes(${file}, ${JSON.stringify(piece)})`));
}

async function askInput<T>(attachment: Attachment, input: RemoteElement, body: string): Promise<T> {
	const { objectId, context } = input;
	const called = await attachment.send<Evaluated>(
		"Runtime.callFunctionOn",
		{ objectId, functionDeclaration: `function () { ${body} }`, returnByValue: true },
		context.session,
	);
	return resultOf(called).value as T;
}

/** Throws for an input that cannot take these files, before anything is done. */
export async function requireRoom(attachment: Attachment, input: RemoteElement, goods: Goods): Promise<void> {
	const [several, disabled] = await askInput<readonly [boolean, boolean]>(
		attachment,
		input,
		'return [this.multiple || this.webkitdirectory, this.matches(":disabled")];',
	);
	if (disabled) throw new MonkError("NOT_ACTIONABLE", "the file input is disabled");
	if (goods.files.length > 1 && !several)
		throw new MonkError("INVALID_ARGUMENT", `paths: it takes one file, not ${goods.files.length}`);
}

/** Hands the files to a file input, which may be in no document. */
export async function giveFiles(attachment: Attachment, input: RemoteElement, goods: Goods, call: Call): Promise<void> {
	const { objectId, context } = input;
	if (goods.bytes === undefined) {
		const paths = goods.files.map(({ path }) => path);
		await call.within(attachment.send("DOM.setFileInputFiles", { files: paths, objectId }, context.session));
		return;
	}
	await sendBytes(attachment, context, goods, call);
	await call.within(askInput(attachment, input, "return monk.giveFiles(this);"));
}

/** An element that Chrome names by a number, as the content script of its own frame holds it. */
export async function elementOfNode(
	attachment: Attachment,
	session: string,
	backendNodeId: number,
): Promise<RemoteElement | undefined> {
	for (const context of attachment.contentContexts()) {
		if (context.session !== session) continue;
		// Another frame's context is refused.
		const told = await attachment
			.send<{ object: RemoteValue }>("DOM.resolveNode", { backendNodeId, executionContextId: context.id }, session)
			.catch(() => undefined);
		if (told?.object.objectId !== undefined) return { context, objectId: told.object.objectId };
	}
	return undefined;
}

/** A file chooser that a page opened; without a node it is one that no input stands for. */
interface OpenChooser {
	readonly session: string;
	readonly node?: number | undefined;
}

/** Keeps the input for which the page asked for files, until somebody has them; it may be in no document. */
export async function keepChooser(attachment: Attachment, chooser: OpenChooser | undefined): Promise<void> {
	if (chooser?.node === undefined || attachment.dialog !== undefined) return;
	const input = await elementOfNode(attachment, chooser.session, chooser.node);
	// The page may have gone elsewhere since.
	if (input !== undefined) await askInput(attachment, input, "monk.keepChooser(this);").catch(() => undefined);
}

/** What the page asked for with this input is answered: it is not kept. */
export const endChooser = (attachment: Attachment, input: RemoteElement): Promise<unknown> =>
	askInput(attachment, input, "monk.endChooser(this);").catch(() => undefined);

/** The input for which a page in the tab asked for files last. */
export async function keptChooser(attachment: Attachment): Promise<RemoteElement | undefined> {
	for (const context of attachment.contentContexts()) {
		const told = await askContent(attachment, context, "globalThis.monk?.keptChooser()", false).catch(() => undefined);
		if (told?.objectId !== undefined) return { context, objectId: told.objectId };
	}
	return undefined;
}
