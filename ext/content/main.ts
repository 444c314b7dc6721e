import { shownAddress } from "../../lib/errors/shown-address.ts";
import type { ContentApi, FieldFacts, FormField, FormWish } from "../content-api.ts";
import type { FrameText, SnapshotRequest, SnapshotWish, TextRequest } from "../reading-api.ts";
import { maskSecrets } from "../snapshot/secrets.ts";
import type { FrameTree, MissingRoot } from "../snapshot/tree.ts";
import { actionabilityOf, standingOf } from "./actionability.ts";
import { focusedElement, openShadowRootOf, titleOf } from "./aria/dom.ts";
import { type Reading, type ShadowRootOf, startReading } from "./aria/reading.ts";
import { readTree } from "./aria/tree.ts";
import { settled, watchChanges } from "./changes.ts";
import { beforeOpening, checkOf, choiceOf, chooseIn } from "./choices.ts";
import { downloadAsked, watchDownloadLinks } from "./download-asked.ts";
import { beforeDrag, dragBegan } from "./drag-watch.ts";
import { Early } from "./early.ts";
import { enterField, fieldEnd, fieldOf, fitsField, focusOn, readField, setField } from "./field.ts";
import {
	dropFiles,
	endChooser,
	fileInputOf,
	forgetChooser,
	giveFiles,
	isPressed,
	keepChooser,
	keptChooser,
	receiveBytes,
	receiveFiles,
} from "./files.ts";
import { freePoint, obstacleAt } from "./hit.ts";
import { inWords, lookUp, tagInWords } from "./identity.ts";
import { dragOnto, hoverOver } from "./made-events.ts";
import { forgetPerson, sincePerson, watchPerson } from "./person.ts";
import { answerChildren, frameLinker, ownPlace } from "./places.ts";
import { beforePress, metInstead } from "./press-watch.ts";
import { readSteadily } from "./read-steadily.ts";
import { readyPoint } from "./ready-point.ts";
import { Refs } from "./refs.ts";
import { findRoot } from "./root.ts";
import { scrollBy, scrollerSize, sinceScroll, watchScroll } from "./scrolling.ts";
import { shownSecrets } from "./shown-secrets.ts";
import { sliderOf } from "./slider.ts";
import { metFor, standInFor } from "./stand-in.ts";
import { beforeSubmit, submitUnlessDone } from "./submitting.ts";
import { partsOf, readText } from "./text/text.ts";
import { treeText } from "./tree-text.ts";
import { nextTask, piecesInTurns } from "./turns.ts";
import { endWatch, see, untilChange } from "./waiting.ts";

const refs = new Refs();

const shadowRootOf = shadowRootFinder();

/** Extensions see closed roots too; a page that merely bundles this would see the open ones. */
function shadowRootFinder(): ShadowRootOf {
	const dom = globalThis.chrome?.dom;
	if (!dom) return openShadowRootOf;
	return (element) => openShadowRootOf(element) ?? (canHostShadow(element) ? closedRoot(dom, element) : null);
}

const closedRoot = (dom: typeof chrome.dom, element: Element): ShadowRoot | null =>
	dom.openOrClosedShadowRoot(element as HTMLElement) as ShadowRoot | null;

/** DOM §4.9 "valid shadow host name": asking Chrome for each of the others is what a walk would spend its time on. */
const hostNames = new Set(
	"article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);
const canHostShadow = (element: Element): boolean =>
	element instanceof HTMLElement && (hostNames.has(element.localName) || element.localName.includes("-"));

const look = (seeing = shadowRootOf): Reading => startReading(document, seeing, focusedElement(document, shadowRootOf));

async function snapshot(request: SnapshotRequest): Promise<string> {
	const place = await ownPlace();
	refs.raise(request.frame, request.floor);
	const root = findRoot(request.root, refs, shadowRootOf);
	const facts = { url: shownAddress(location.href), title: titleOf(document), ...(place ? { place } : {}) };
	if (typeof root === "string") return frameText({ ...facts, nextRef: refs.next, ...missing(request, root) }, [], 0);
	const { value, turnEnd, ...how } = await readSteadily(document, shadowRootOf, request.until, (seeing, turns) => {
		const budget = { left: request.budget ?? Number.POSITIVE_INFINITY, isCut: false };
		const walk = {
			reading: look(seeing),
			refs,
			frameLink: frameLinker(),
			budget,
			turns,
			paid: new Set<Node>(),
		};
		return () => ({ nodes: readTree(root, walk), isCut: budget.isCut });
	});
	const cut = value.isCut ? { cut: true as const } : {};
	return frameText({ ...facts, nextRef: refs.next, ...cut, ...told(how) }, value.nodes, turnEnd);
}

/** What must be said of how a document was read. */
const told = ({ isTorn, isLate }: { isTorn: boolean; isLate: boolean }) => ({
	...(isTorn ? { torn: true as const } : {}),
	...(isLate ? { late: true as const } : {}),
});

/** What was read, as the text that a FrameTree is handed over as. */
async function frameText(facts: Omit<FrameTree, "nodes">, nodes: FrameTree["nodes"], turnEnd: number): Promise<string> {
	const pieces = await piecesInTurns(treeText(nodes), turnEnd);
	return `${JSON.stringify(facts).slice(0, -1)},"nodes":${pieces.join("")}}`;
}

/** A document without a body, asked for all of it, is merely empty. */
const missing = ({ root }: SnapshotRequest | TextRequest, missingRoot: MissingRoot) => (root ? { missingRoot } : {});

async function text(request: TextRequest): Promise<FrameText> {
	const place = await ownPlace();
	const root = findRoot(request.root, refs, shadowRootOf);
	const facts = { url: shownAddress(location.href), title: titleOf(document), ...(place ? { place } : {}) };
	if (typeof root === "string") return { ...facts, parts: [], ...missing(request, root) };
	const { value, turnEnd, ...how } = await readSteadily(document, shadowRootOf, request.until, (seeing, turns) =>
		readText(root, request.format, look(seeing), turns),
	);
	const parts = await partsOf(value, frameLinker(), turnEnd);
	if (performance.now() > turnEnd) await nextTask();
	return {
		...facts,
		parts: parts.map((part) => (typeof part === "string" ? maskSecrets(part) : part)),
		...told(how),
	};
}

const trees = new Early(snapshot);
const texts = new Early(text);

/** Who was never told its number cannot give refs. */
const snapshotSoon = async (wish: SnapshotWish): Promise<string | true> => {
	const { frame } = refs;
	return frame === undefined ? true : trees.soon({ ...wish, frame, floor: 1 });
};

function described(ref: string): string {
	const found = refs.find(ref);
	if (found.state === "unknown") return ref;
	if (found.state === "gone") return inWords(found.was);
	return found.shown.name ? inWords(found.shown) : `${found.shown.role} ${tagInWords(found.element)}`;
}

/** Acting on a ref that is gone is the caller's mistake: `lookup` says so first. */
function connected(ref: string): Element {
	const element = refs.element(ref);
	if (!element) throw new Error(`no element for ${ref}`);
	return element;
}

function fieldFacts(ref: string, text: string): FieldFacts | null {
	const element = refs.element(ref);
	if (element === undefined) return null;
	const [state, field] = [standingOf(element), readField(element)];
	return { state, field, fits: fitsField(element, text), name: described(ref) };
}

function formField({ ref, text, values }: FormWish, reading: Reading): FormField | null {
	const [element, facts] = [refs.element(ref), fieldFacts(ref, text)];
	if (element === undefined || facts === null) return null;
	const { state } = choiceOf(ref, values, refs, reading);
	return { check: checkOf(element, reading), slider: sliderOf(element, reading), choice: { state }, facts };
}

const isAsShown = (ref: string): boolean => lookUp(ref, refs, look).state === "found";

const eyes = { shadowRootOf, look };

const api: ContentApi = {
	snapshot: (request) => trees.get(request),
	snapshotSoon,
	hasPart: (root) => typeof findRoot(root, refs, shadowRootOf) !== "string",
	element: (ref) => refs.element(ref),
	lookup: (ref) => lookUp(ref, refs, look),
	describe: described,
	obstacleAt: (ref, x, y) => obstacleAt(connected(ref), x, y, look()),
	standIn: (ref) => standInFor(connected(ref)),
	freePoint: (ref, offsets) => freePoint(connected(ref), offsets, look()),
	readyPoint: async (ref, mayBeDisabled) => (isAsShown(ref) ? readyPoint(connected(ref), mayBeDisabled, look) : null),
	align: (ref, block) => standInFor(connected(ref)).scrollIntoView({ block, inline: "nearest", behavior: "instant" }),
	beforePress: (ref) => beforePress((x, y) => obstacleAt(metFor(connected(ref)), x, y, look())),
	metInstead,
	choice: (ref, values) => choiceOf(ref, values, refs, look()),
	beforeOpening: (ref) => beforeOpening(connected(ref), look()),
	choose: (ref, values) => chooseIn(connected(ref), values),
	check: (ref) => checkOf(connected(ref), look()),
	slider: (ref) => sliderOf(connected(ref), look()),
	fileInput: (ref) => fileInputOf(connected(ref), look()),
	isPressed: (ref) => isPressed(connected(ref)),
	receiveFiles,
	receiveBytes,
	giveFiles,
	dropFiles: (ref) => dropFiles(connected(ref)),
	keepChooser,
	endChooser,
	keptChooser,
	forgetChooser,
	hoverOver: (ref) => hoverOver(connected(ref)),
	dragOnto: (start, end) => dragOnto(connected(start), connected(end)),
	beforeDrag,
	dragBegan,
	watchScroll,
	sinceScroll,
	scrollerSize: (ref) => scrollerSize(ref === null ? undefined : connected(ref), look()),
	scrollBy: (ref, way) => scrollBy(ref === null ? undefined : connected(ref), way, look()),
	actionability: (ref) => actionabilityOf(connected(ref)),
	text: (request) => texts.get(request),
	textSoon: (request) => texts.soon(request),
	field: (ref) => readField(connected(ref)),
	fieldFacts,
	formFields: (wishes) => {
		const reading = look();
		return wishes.map((wish) => formField(wish, reading));
	},
	fieldEnd: (ref, wanted, added) => {
		const element = refs.element(ref);
		return element === undefined ? null : fieldEnd(element, wanted, added);
	},
	enterField: (ref, place) => enterField(connected(ref), place, shadowRootOf),
	setField: (ref, value) => setField(connected(ref), value),
	focused: () => focusedElement(document, shadowRootOf) ?? undefined,
	focus: (ref) => focusOn(fieldOf(connected(ref)), shadowRootOf),
	see: (condition) => see(condition, eyes),
	untilChange: (condition, met) => untilChange(condition, met, eyes),
	endWatch,
	attend: () => {
		watchChanges();
		watchDownloadLinks();
		return sincePerson();
	},
	tasksDone: nextTask,
	settled: async () => ({ isDone: await settled(), isDownloadAsked: downloadAsked() }),
	sincePerson,
	forgetPerson,
	secretFields: () => shownSecrets(shadowRootOf),
	beforeSubmit,
	submitUnlessDone: (ref) => submitUnlessDone(connected(ref)),
};

/**
 * Injected again into a document that has it, the script leaves the first one, and with it the refs, in place. Asked as
 * an own property, because an element of the page with that id shows up as one of the window's.
 */
if (!Object.hasOwn(globalThis, "monk")) {
	answerChildren();
	watchPerson();
	Object.defineProperty(globalThis, "monk", { value: api });
}
