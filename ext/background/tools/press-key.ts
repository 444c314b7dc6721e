import { MonkError } from "../../../lib/errors/error.ts";
import { actIn } from "../acting.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { askContent, remoteElement } from "../debugger/element.ts";
import { type Chord, pressChord, readChord } from "../debugger/keyboard.ts";
import { isMac } from "../debugger/mouse.ts";
import { refuseRuledOutFocus } from "../debugger/ruled-frames.ts";
import { scrolled } from "../debugger/wheel.ts";
import type { Tool } from "../executor.ts";

/** Keys that move a page by more than shows of it at once. */
const scrollingKeys: ReadonlySet<string> = new Set(["PageDown", "PageUp", "Home", "End"]);

/** A glide begins with the next frame that is drawn, and ends with an event; frames may be far apart on a busy machine. */
const glide = { startMs: 200, quietMs: 500 };

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
	const send = (): Promise<void> => call.within(pressChord(attachment, session, chord));
	// What is read while a page glides is gone when it has come to rest, and the next key would go on from halfway.
	if (scrollingKeys.has(chord.key.key)) await scrolled(attachment, call, send, glide);
	else await send();
}

/** Presses a key or a chord with trusted input, on what has the focus or on the element of a ref. */
export const pressKey: Tool<"browser_press_key"> = async (params, call, realm) => {
	const chord = readChord(params.key, isMac());
	const byDebugger = (attachment: Attachment, begin: () => Promise<void>): Promise<void> =>
		press(attachment, begin, chord, params.ref, call);
	return (await actIn(params, { byDebugger }, call, realm)).acted;
};
