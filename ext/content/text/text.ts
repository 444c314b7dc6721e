import type { TextRequest } from "../../content-api.ts";
import type { FrameLink } from "../../snapshot/tree.ts";
import { isElement, isHtml, isTag, isText, localNameOf, shadowHostOrParent } from "../aria/dom.ts";
import { isClosedDetails, ownHiding } from "../aria/hidden.ts";
import { nameOf } from "../aria/name.ts";
import { knownOf, lookOf, type Reading, shownChildren } from "../aria/reading.ts";
import { controlValue, isSecret } from "../aria/value.ts";
import type { Turns } from "../turns.ts";
import { type Dress, markdown, plain } from "./dress.ts";

/** Reads the words of an element in reading order, and the places of the frames among them. */
export function readText(
	root: Element,
	format: TextRequest["format"],
	reading: Reading,
	frameLink: (element: Element) => FrameLink,
	turns: Turns,
): () => readonly (string | FrameLink)[] {
	const dress = format === "markdown" ? markdown : plain;
	const walk: Walk = { reading, dress, turns, verbatim: false };
	return () => {
		const { words, frames } = textOf(root, walk);
		return partsOf(tidy(words), frames, frameLink);
	};
}

function partsOf(
	words: string,
	frames: readonly Element[],
	frameLink: (element: Element) => FrameLink,
): readonly (string | FrameLink)[] {
	return words.split(mark).flatMap((piece, index): (string | FrameLink)[] => {
		const frame = frames[index - 1];
		return [...(frame ? [frameLink(frame)] : []), ...(piece.trim() === "" ? [] : [piece.trim()])];
	});
}

interface Walk {
	readonly reading: Reading;
	readonly dress: Dress;
	readonly turns: Turns;
	/** What is read already: a reading that was broken off and begun again takes it from here. */
	/** White space counts: `<pre>` and `<textarea>`. */
	readonly verbatim: boolean;
}

/** Words, and the frames among them in their order; each left a mark. */
interface Words {
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
		.replaceAll(hardBreak, "\n")
		.trim();

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
	known.done = words;
	walk.turns.progress();
	return words;
}

function textOfUndone(element: Element, walk: Walk): Words {
	const { reading, dress } = walk;
	if (ownHiding(element, reading) === "subtree") return nothing;
	if (isHtml(element) && /^i?frame$/.test(localNameOf(element)))
		return { words: `${emptyLine}${mark}${emptyLine}`, frames: [element] };
	const own = ownText(element, walk);
	const { words, frames } =
		own === undefined
			? childrenText(element, { ...walk, verbatim: walk.verbatim || isTag(element, "pre") })
			: { words: own, frames: noFrames };
	const dressed = dress(element, words, reading);
	const around = breakAround(element, walk);
	return { words: around + dressed + around, frames };
}

/** What a control or picture says instead of its children; undefined where the children speak. */
function ownText(element: Element, { reading, dress }: Walk): string | undefined {
	if (isTag(element, "br")) return "\n";
	if (isTag(element, "img")) return dress === markdown ? nameOf(element, reading) : "";
	if (isTag(element, "select")) return controlValue(element, "combobox", reading);
	if (isTag(element, "textarea")) return isSecret(element) ? "" : keepSpace(element.value);
	if (!isTag(element, "input")) return undefined;
	if (["checkbox", "radio", "hidden", "file", "range", "color", "image"].includes(element.type)) return "";
	return isSecret(element) ? "" : element.value || nameOf(element, reading);
}

function childrenText(element: Element, walk: Walk): Words {
	const { skipsContent, visible } = lookOf(element, walk.reading);
	if (skipsContent) return nothing;
	let text = "";
	let frames = noFrames;
	for (const child of shownChildren(element, walk.reading)) {
		if (isElement(child)) {
			const inner = textOf(child, walk);
			text += inner.words;
			if (inner.frames.length > 0) frames = [...frames, ...inner.frames];
		} else if (isText(child) && visible && !isClosedDetails(element))
			text += walk.verbatim ? keepSpace(child.data) : child.data.replace(/\s+/g, " ");
	}
	return { words: text, frames };
}
