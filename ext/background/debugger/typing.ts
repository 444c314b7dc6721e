import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import { chordEvents } from "./keyboard.ts";
import { keys } from "./keys.ts";
import { isMac } from "./mouse.ts";

/** Characters past which a text goes in as one piece, as if pasted: a key for each would take seconds. */
const KEYS_AT_MOST = 500;

/** Milliseconds between characters that are typed slowly. */
const SLOW_MS = 40;

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

/** What is sent for a text, piece by piece. A character that no key of a US keyboard has comes as an input method writes it. */
export function piecesOf(text: string, manner: Manner): readonly (readonly Command[])[] {
	const lines = text.replace(/\r\n?/g, "\n");
	const isLong = lines.length > KEYS_AT_MOST && !manner.slowly;
	const parts = isLong ? lines.split(/(\n)/) : [...characters.segment(lines)].map(({ segment }) => segment);
	return parts
		.filter((part) => part !== "")
		.map((part) => {
			if (part === "\n") return lineBreak(manner);
			return isLong || part === "\t" ? [insert(part)] : keyEvents(part);
		});
}

/** Types a text into the focused field of a session, with trusted events. */
export async function typeText(
	attachment: Attachment,
	session: string,
	text: string,
	manner: Manner,
	call: Call,
): Promise<void> {
	const pieces = piecesOf(text, manner);
	const step = manner.slowly ? 1 : AT_ONCE;
	for (let from = 0; from < pieces.length; from += step) {
		const commands = pieces.slice(from, from + step).flat();
		await call.within(Promise.all(commands.map(([method, params]) => attachment.send(method, params, session))));
		if (manner.slowly) await call.pause(SLOW_MS);
	}
}
