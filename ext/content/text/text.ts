import type { TextRequest } from "../../content-api.ts";
import type { FrameLink } from "../../snapshot/tree.ts";
import { isElement, isHtml, isTag, isText, localNameOf, shadowHostOrParent } from "../aria/dom.ts";
import { isClosedDetails, ownHiding } from "../aria/hidden.ts";
import { nameOf } from "../aria/name.ts";
import { lookOf, type Reading, shownChildren } from "../aria/reading.ts";
import { controlValue, isSecret } from "../aria/value.ts";
import { type Dress, markdown, plain } from "./dress.ts";

/** The words of an element in reading order, and the places of the frames among them. */
export function readText(
	root: Element,
	format: TextRequest["format"],
	reading: Reading,
	frameLink: (element: Element) => FrameLink,
): readonly (string | FrameLink)[] {
	const walk: Walk = { reading, dress: format === "markdown" ? markdown : plain, frames: [], verbatim: false };
	const pieces = tidy(textOf(root, walk)).split(mark);
	return pieces.flatMap((piece, index): (string | FrameLink)[] => {
		const frame = walk.frames[index - 1];
		return [...(frame ? [frameLink(frame)] : []), ...(piece.trim() === "" ? [] : [piece.trim()])];
	});
}

interface Walk {
	readonly reading: Reading;
	readonly dress: Dress;
	/** Frames met so far; each left a mark in the text. */
	readonly frames: Element[];
	/** White space counts: `<pre>` and `<textarea>`. */
	readonly verbatim: boolean;
}

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
	if (!isTag(element, ...apart)) return newLine;
	const parent = shadowHostOrParent(element);
	return parent && isTag(parent, "li") ? newLine : emptyLine;
}

const apart = [
	...(["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "ul", "ol", "dl", "pre", "hr"] as const),
	...(["figure", "article", "section", "fieldset", "details"] as const),
] as const;

function textOf(element: Element, walk: Walk): string {
	const { reading, dress } = walk;
	if (ownHiding(element, reading) === "subtree") return "";
	if (isHtml(element) && /^i?frame$/.test(localNameOf(element))) {
		walk.frames.push(element);
		return `${emptyLine}${mark}${emptyLine}`;
	}
	const own = ownText(element, walk);
	const words = own ?? childrenText(element, { ...walk, verbatim: walk.verbatim || isTag(element, "pre") });
	const dressed = dress(element, words, reading);
	const around = breakAround(element, walk);
	return around + dressed + around;
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

function childrenText(element: Element, walk: Walk): string {
	const { skipsContent, visible } = lookOf(element, walk.reading);
	if (skipsContent) return "";
	let text = "";
	for (const child of shownChildren(element, walk.reading)) {
		if (isElement(child)) text += textOf(child, walk);
		else if (isText(child) && visible && !isClosedDetails(element))
			text += walk.verbatim ? keepSpace(child.data) : child.data.replace(/\s+/g, " ");
	}
	return text;
}
