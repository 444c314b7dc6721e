import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import type { Context } from "./contexts.ts";
import { askContent } from "./element.ts";
import { chordEvents } from "./keyboard.ts";
import { keys } from "./keys.ts";
import { isMac } from "./mouse.ts";

/** Characters past which a text goes in as one piece, as if pasted: a key for each would take seconds. */
const KEYS_AT_MOST = 500;

/** Characters that are on their way to the page at once; a cancel stops after them. */
const AT_ONCE = 16;

export interface Manner {
	/** One key after the other, with time between. */
	readonly slowly: boolean;
	/** The field is rich text: a line break makes a new line there by the editor's own command. */
	readonly rich: boolean;
}

type Command = readonly [method: string, params: object];

const insert = (text: string): Command => ["Input.insertText", { text }];

const keyEvents = (character: string): readonly Command[] => {
	const key = keys.get(character);
	if (key === undefined) return [insert(character)];
	return chordEvents({ modifiers: [], key }, isMac()).map((event): Command => ["Input.dispatchKeyEvent", event]);
};

/**
 * A line break is content. Enter could send what was typed so far, so the page hears of a key that is not Enter, and
 * the editor is told to break the line.
 */
const lineBreak = ({ rich }: Manner): readonly Command[] => {
	if (!rich) return [insert("\n")];
	const nameless = { key: "Unidentified", code: "", windowsVirtualKeyCode: 0 };
	return [
		["Input.dispatchKeyEvent", { type: "rawKeyDown", ...nameless, commands: ["insertNewline"] }],
		["Input.dispatchKeyEvent", { type: "keyUp", ...nameless }],
	];
};

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What goes in by one key, or as one piece. */
interface Piece {
	readonly text: string;
	readonly commands: readonly Command[];
}

/** What is sent for a text, piece by piece. A character that no key of a US keyboard has comes as an input method writes it. */
export function piecesOf(text: string, manner: Manner): readonly Piece[] {
	const lines = text.replace(/\r\n?/g, "\n");
	const isLong = lines.length > KEYS_AT_MOST && !manner.slowly;
	const parts = isLong ? lines.split(/(\n)/) : [...characters.segment(lines)].map(({ segment }) => segment);
	const commandsFor = (part: string): readonly Command[] => {
		if (part === "\n") return lineBreak(manner);
		return isLong || part === "\t" ? [insert(part)] : keyEvents(part);
	};
	return parts.filter((part) => part !== "").map((part) => ({ text: part, commands: commandsFor(part) }));
}

/** The page has dealt with a key once its own tasks have run. */
const dealtWith = (attachment: Attachment, context: Context): Promise<unknown> =>
	askContent(attachment, context, "monk.tasksDone()").catch(() => undefined);

/**
 * Types a text into the focused field of a document, with trusted events. A cancel stops it, and `call.progress` tells
 * then how far it came.
 */
export async function typeText(
	attachment: Attachment,
	context: Context,
	text: string,
	manner: Manner,
	call: Call,
): Promise<void> {
	const pieces = piecesOf(text, manner);
	const sent: Promise<unknown>[] = [];
	const ahead = manner.slowly ? 1 : AT_ONCE;
	let done = 0;
	for (const { text: typed, commands } of pieces) {
		// What is on its way cannot be called back, so it never is much.
		await call.within(sent[sent.length - ahead] ?? Promise.resolve());
		if (manner.slowly && sent.length > 0) await call.within(dealtWith(attachment, context));
		const dealt = Promise.all(commands.map(([method, params]) => attachment.send(method, params, context.session)));
		const noted = dealt.then(() => {
			done += typed.length;
			call.progress = `${done} of ${text.length} characters were typed`;
		});
		noted.catch(() => undefined);
		sent.push(noted);
	}
	await call.within(Promise.all(sent));
}
