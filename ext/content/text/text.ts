import type { TextRequest } from "../../reading-api.ts";
import type { FrameLink } from "../../snapshot/tree.ts";
import { isElement, isHtml, isTag, isText, localNameOf, shadowHostOrParent } from "../aria/dom.ts";
import { isClosedDetails, ownHiding } from "../aria/hidden.ts";
import { nameOf } from "../aria/name.ts";
import { finish, knownOf, lookOf, MANY, type Reading, shownChildren } from "../aria/reading.ts";
import { singleSpaced } from "../aria/runs.ts";
import { controlValue, isSecret } from "../aria/value.ts";
import { piecesInTurns, type Turns } from "../turns.ts";
import { type Dress, markdown, plain } from "./dress.ts";

/** Reads the words of an element in reading order, with marks where its frames and its breaks are: see `partsOf`. */
export function readText(root: Element, format: TextRequest["format"], reading: Reading, turns: Turns): () => Words {
	const dress = format === "markdown" ? markdown : plain;
	const walk: Walk = { reading, dress, turns, verbatim: false };
	return () => textOf(root, walk);
}

/** The words without their marks, and the places of the frames among them. */
export async function partsOf(
	{ words, frames }: Words,
	frameLink: (element: Element) => FrameLink,
	turnEnd: number,
): Promise<readonly (string | FrameLink)[]> {
	const parts: (string | FrameLink)[] = [];
	for (const [index, piece] of words.split(mark).entries()) {
		const frame = frames[index - 1];
		if (frame) parts.push(frameLink(frame));
		const text = (await piecesInTurns(tidied(piece), turnEnd)).join("").trim();
		if (text !== "") parts.push(text);
	}
	return parts;
}

/** The words on one line, where nobody minds how they are set apart. */
export async function onOneLine({ words }: Words, turnEnd: number): Promise<string> {
	const pieces = (await piecesInTurns(onOneLineEach(words), turnEnd)).join("");
	// A gap may have been cut in two.
	return pieces.replace(/ {2,}/g, " ").trim();
}

function* onOneLineEach(words: string): Generator<string> {
	for (let from = 0; from < words.length; from += AT_ONCE)
		yield words.slice(from, from + AT_ONCE).replace(/[\s\ufdd0-\ufdd4\uffff]+/g, " ");
}

interface Walk {
	readonly reading: Reading;
	readonly dress: Dress;
	readonly turns: Turns;
	/** White space counts: `<pre>` and `<textarea>`. */
	readonly verbatim: boolean;
}

/** Words, and the frames among them in their order; each left a mark. */
export interface Words {
	readonly words: string;
	readonly frames: readonly Element[];
}

const noFrames: readonly Element[] = [];
const nothing: Words = { words: "", frames: noFrames };

/** Stands for a frame in the text. This and the next five are noncharacters: no page's words hold them. */
const mark = "\uffff";
/** A space and a line's end that count. */
const hardSpace = "\ufdd0";
const hardBreak = "\ufdd1";
/** Between two cells of a row. */
const cellEnd = "\ufdd4";
/** Where a block begins or ends: a new line, or an empty line between. */
const newLine = "\ufdd2";
const emptyLine = "\ufdd3";

const tidy = (text: string): string =>
	text
		.replace(/[ \t\f\v\u00a0]+/g, " ")
		.replace(/[ \n]*[\ufdd2\ufdd3][ \n\ufdd2\ufdd3]*/g, (breaks) => (breaks.includes(emptyLine) ? "\n\n" : "\n"))
		.replace(/ ?\n ?/g, "\n")
		.replace(/ ?\ufdd4 ?(?=\n|$)/g, "")
		.replaceAll(cellEnd, "\t")
		.replaceAll(hardSpace, " ")
		.replaceAll(hardBreak, "\n");

/** Characters that are tidied at one go, and as many more as there are to the next break. */
const AT_ONCE = 5_000;

/** A break with all that belongs to it: what stands behind it can be tidied by itself. */
const wholeBreak = /[\ufdd2\ufdd3][\s\ufdd2\ufdd3]*/g;

function* tidied(text: string): Generator<string> {
	for (let from = 0; from < text.length; ) {
		wholeBreak.lastIndex = from + AT_ONCE;
		const to = wholeBreak.exec(text) === null ? text.length : wholeBreak.lastIndex;
		yield tidy(text.slice(from, to));
		from = to;
	}
}

const keepSpace = (text: string): string => text.replaceAll(" ", hardSpace).replaceAll("\n", hardBreak);

/** What stands around an element, HTML §3.2.7 "rendered text collection steps" with more of the blocks set apart. */
function breakAround(element: Element, { reading }: Walk): string {
	const { display, inline } = lookOf(element, reading);
	if (inline || display.startsWith("inline") || display === "table-cell") return "";
	if (!apart.has(localNameOf(element)) || !isHtml(element)) return newLine;
	const parent = shadowHostOrParent(element);
	return parent && isTag(parent, "li") ? newLine : emptyLine;
}

const apart = new Set(
	"p h1 h2 h3 h4 h5 h6 blockquote table ul ol dl pre hr figure article section fieldset details".split(" "),
);

function textOf(element: Element, walk: Walk): Words {
	const known = knownOf(element, walk.reading);
	if (known.done !== undefined) return known.done as Words;
	walk.turns.check();
	const words = textOfUndone(element, walk);
	finish(known, words);
	walk.turns.progress();
	return words;
}

function textOfUndone(element: Element, walk: Walk): Words {
	const { reading, dress } = walk;
	if (walk.turns.isLate || ownHiding(element, reading) === "subtree") return nothing;
	if (isHtml(element) && /^i?frame$/.test(localNameOf(element)))
		return { words: `${emptyLine}${mark}${emptyLine}`, frames: [element] };
	const own = ownText(element, walk);
	const { words, frames } =
		own === undefined
			? childrenText(element, { ...walk, verbatim: walk.verbatim || isTag(element, "pre") })
			: { words: own, frames: noFrames };
	const dressed = isControl(element) ? ` ${words} ` : dress(element, words, reading);
	const around = breakAround(element, walk);
	return { words: around + dressed + around, frames };
}

/** What stands in a box of its own: its words are apart from those beside it. */
const isControl = (element: Element): boolean => isTag(element, "button", "input", "select", "textarea");

/** What a control or picture says instead of its children; undefined where the children speak. */
function ownText(element: Element, { reading, dress }: Walk): string | undefined {
	if (isTag(element, "br")) return "\n";
	if (isTag(element, "img")) return dress === markdown ? nameOf(element, reading) : "";
	if (isTag(element, "select")) return filledIn(controlValue(element, "combobox", reading) ?? "");
	if (isTag(element, "textarea")) return isSecret(element) ? secret(element) : filledIn(keepSpace(element.value));
	if (!isTag(element, "input")) return undefined;
	if (labelled.has(element.type)) return nameOf(element, reading);
	if (wordless.has(element.type)) return "";
	return isSecret(element) ? secret(element) : filledIn(element.value);
}

/** Inputs that show their own name, and those that show no words. */
const labelled = new Set(["button", "submit", "reset"]);
const wordless = new Set(["checkbox", "radio", "hidden", "file", "range", "color", "image"]);

/** What a field holds, told from the page's words by brackets; nothing for one that is empty. */
const filledIn = (value: string): string => (value === "" ? "" : `[${value}]`);
const secret = (field: HTMLInputElement | HTMLTextAreaElement): string => (field.value === "" ? "" : "[masked]");

function childrenText(element: Element, walk: Walk): Words {
	const { skipsContent, visible } = lookOf(element, walk.reading);
	if (skipsContent) return nothing;
	const known = knownOf(element, walk.reading);
	const nodes = shownChildren(element, walk.reading);
	const begun = (known.begun as Begun | undefined) ?? { words: "", frames: noFrames, next: 0 };
	if (nodes.length > MANY) known.begun = begun;
	for (; begun.next < nodes.length && !walk.turns.isLate; begun.next++) {
		const child = nodes[begun.next] as Node;
		if (isElement(child)) {
			const inner = textOf(child, walk);
			begun.words += inner.words;
			if (inner.frames.length > 0) begun.frames = [...begun.frames, ...inner.frames];
		} else if (isText(child) && visible && !isClosedDetails(element))
			begun.words += walk.verbatim ? keepSpace(child.data) : singleSpaced(child.data);
	}
	return begun;
}

interface Begun extends Words {
	words: string;
	frames: Words["frames"];
	next: number;
}
