import { MonkError } from "../../../lib/errors/error.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import { clickOn } from "./clicking.ts";
import { askContent, type RemoteElement, remoteElement } from "./element.ts";
import {
	elementOfNode,
	endChooser,
	type Goods,
	giveFiles,
	keptChooser,
	requireRoom,
	sendBytes,
} from "./handing-over.ts";
import type { Press } from "./mouse.ts";
import { askAbout, nameOf } from "./reach.ts";
import { refuseRuledOutFrame } from "./ruled-frames.ts";

/** Milliseconds for a page to ask for files once its button was pressed. */
const CHOOSER_MS = 2_000;

const plain: Press = { button: "left", count: 1, modifiers: [] };

/** `bytes`: a place to drop on takes no paths, and nothing was done. */
export type Uploaded = "done" | "needs bytes";

interface Chooser {
	readonly backendNodeId?: number;
}

async function inputOf(attachment: Attachment, { context }: RemoteElement, ref: string) {
	const { objectId } = await askContent(attachment, context, `monk.fileInput(${JSON.stringify(ref)})`, false);
	return objectId === undefined ? undefined : { context, objectId };
}

/** Presses what opens a file chooser, and answers that. */
async function byChooser(
	attachment: Attachment,
	begin: () => Promise<void>,
	ref: string,
	goods: Goods,
	call: Call,
): Promise<void> {
	const element = await remoteElement(attachment, ref);
	const { session } = element.context;
	await attachment.send("Page.setInterceptFileChooserDialog", { enabled: true }, session);
	try {
		const asked = attachment.nextEvent<Chooser>("Page.fileChooserOpened", session, CHOOSER_MS + call.left);
		await clickOn(attachment, begin, ref, plain, call);
		const late = call.pause(CHOOSER_MS).then(() => undefined);
		const chooser = await Promise.race([asked, late]);
		const name = await nameOf(attachment, element, ref);
		if (chooser === undefined)
			throw new MonkError("NOT_ACTIONABLE", `${name} was pressed, and the page asked for no files`, {
				hint: "Name the file input, the button that asks for files, or the place to drop them on.",
			});
		const input =
			chooser.backendNodeId === undefined ? undefined : await elementOfNode(attachment, session, chooser.backendNodeId);
		if (input === undefined)
			throw new MonkError("NOT_ACTIONABLE", `${name} asks for files in a way that only a person can answer`);
		await requireRoom(attachment, input, goods);
		await giveFiles(attachment, input, goods, call);
		await endChooser(attachment, input);
	} finally {
		await attachment.send("Page.setInterceptFileChooserDialog", { enabled: false }, session).catch(() => undefined);
	}
}

async function byDrop(attachment: Attachment, element: RemoteElement, ref: string, goods: Goods, call: Call) {
	await sendBytes(attachment, element.context, goods, call);
	return call.within(askAbout<boolean>(attachment, element, "dropFiles", ref));
}

/** Gives files to the input, the button or the drop zone of a ref. Throws NOT_ACTIONABLE, INVALID_ARGUMENT. */
export async function uploadTo(
	attachment: Attachment,
	begin: () => Promise<void>,
	ref: string,
	goods: Goods,
	call: Call,
): Promise<Uploaded> {
	const element = await remoteElement(attachment, ref);
	const input = await inputOf(attachment, element, ref);
	if (input !== undefined) {
		await requireRoom(attachment, input, goods);
		await begin();
		await giveFiles(attachment, input, goods, call);
		return "done";
	}
	if (await askAbout<boolean>(attachment, element, "isPressed", ref)) {
		await byChooser(attachment, begin, ref, goods, call);
		return "done";
	}
	if (goods.bytes === undefined) return "needs bytes";
	await begin();
	if (await byDrop(attachment, element, ref, goods, call)) return "done";
	await byChooser(attachment, async () => undefined, ref, goods, call);
	return "done";
}

/** Gives files to the page that asked for them. Throws NOT_ACTIONABLE when none did. */
export async function answerChooser(
	attachment: Attachment,
	begin: () => Promise<void>,
	goods: Goods,
	call: Call,
): Promise<Uploaded> {
	const input = await keptChooser(attachment);
	if (input === undefined)
		throw new MonkError("NOT_ACTIONABLE", "no page here asks for files", {
			hint: "Name with `ref` the file input, the button that asks for files, or the place to drop them on.",
		});
	await refuseRuledOutFrame(attachment, input.context.frameId);
	await requireRoom(attachment, input, goods);
	await begin();
	await giveFiles(attachment, input, goods, call);
	await askContent(attachment, input.context, "monk.forgetChooser()");
	return "done";
}
