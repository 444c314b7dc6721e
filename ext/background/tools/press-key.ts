import { MonkError } from "../../../lib/errors/error.ts";
import { actIn } from "../acting.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { askContent, remoteElement } from "../debugger/element.ts";
import { type Chord, pressChord, readChord } from "../debugger/keyboard.ts";
import { isMac } from "../debugger/mouse.ts";
import { refuseRuledOutFocus } from "../debugger/ruled-frames.ts";
import type { Tool } from "../executor.ts";

/** Focuses the element of a ref; answers in which session it is. */
async function focusOn(attachment: Attachment, ref: string, begin: () => Promise<void>): Promise<string> {
	const { context } = await remoteElement(attachment, ref);
	await begin();
	const { value } = await askContent(attachment, context, `monk.focus(${JSON.stringify(ref)})`);
	if (value !== true) throw new MonkError("NOT_ACTIONABLE", `${ref} does not take the focus`);
	return context.session;
}

async function press(
	attachment: Attachment,
	begin: () => Promise<void>,
	chord: Chord,
	ref: string | undefined,
	call: Call,
): Promise<void> {
	// The tab's own session hands a key to whatever frame has the focus.
	let session = "";
	if (ref === undefined) await begin();
	else session = await focusOn(attachment, ref, begin);
	await call.within(refuseRuledOutFocus(attachment));
	await call.within(pressChord(attachment, session, chord));
}

/** Presses a key or a chord with trusted input, on what has the focus or on the element of a ref. */
export const pressKey: Tool<"browser_press_key"> = async (params, call, realm) => {
	const chord = readChord(params.key, isMac());
	const byDebugger = (attachment: Attachment, begin: () => Promise<void>): Promise<void> =>
		press(attachment, begin, chord, params.ref, call);
	return (await actIn(params, { byDebugger }, call, realm)).acted;
};
