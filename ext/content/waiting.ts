import type { Sight, WaitCondition } from "../reading-api.ts";
import { documentElementOf, rectOf } from "./aria/dom.ts";
import type { Reading, ShadowRootOf } from "./aria/reading.ts";
import { allMatches } from "./matches.ts";
import { onOneLine, readText } from "./text/text.ts";
import { inTurns, Turns } from "./turns.ts";

/** What a look at the document needs. */
export interface Eyes {
	readonly shadowRootOf: ShadowRootOf;
	look(): Reading;
}

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The words that a person could read here, on one line. What changes meanwhile is seen by the next look. */
async function visibleText({ look }: Eyes): Promise<string> {
	const root = documentElementOf(document);
	if (root === null) return "";
	const turns = new Turns();
	const words = await inTurns(readText(root, "text", look(), turns), turns);
	return words === undefined ? "" : onOneLine(words, turns.end);
}

/** The reading that goes on: a long page is not read twice at once because somebody was tired of waiting. */
let reading: Promise<string> | undefined;

function textNow(eyes: Eyes): Promise<string> {
	reading ??= visibleText(eyes).finally(() => {
		reading = undefined;
	});
	return reading;
}

function isVisible(element: Element): boolean {
	const { width, height } = rectOf(element);
	return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible";
}

function seeSelector(selector: string, shadowRootOf: ShadowRootOf): Sight {
	const found = allMatches(selector, shadowRootOf);
	if (found.some(isVisible)) return { met: true, saw: "" };
	return { met: false, saw: found.length === 0 ? "nothing matches" : `${found.length} match, none of them visible` };
}

const states = ["loading", "interactive", "complete"];

/** Whether a condition is met in this document now, and what is there instead. */
export async function see(condition: WaitCondition, eyes: Eyes): Promise<Sight> {
	switch (condition.kind) {
		case "text": {
			const text = await textNow(eyes);
			return { met: text.includes(flat(condition.text)), saw: text.slice(0, 300) };
		}
		case "selector":
			return seeSelector(condition.selector, eyes.shadowRootOf);
		case "load": {
			const wanted = condition.state === "load" ? "complete" : "interactive";
			return {
				met: states.indexOf(document.readyState) >= states.indexOf(wanted),
				saw: `it is ${document.readyState}`,
			};
		}
		default:
			return condition satisfies never;
	}
}

/** Milliseconds between two looks at the least, and how many times the cost of a look the page is left alone. */
const PAUSE_MS = 50;
const PAUSE_FACTOR = 4;

/** Milliseconds after which a watch that nobody renewed ends itself. */
const FORGOTTEN_MS = 5_000;

let current: (() => void) | undefined;

/** Ends the watch, so that nothing of a call is left in the page. */
export function endWatch(): void {
	current?.();
}

/**
 * Resolves when the document changed in such a way that a look finds otherwise than `met`, or when the watch is ended;
 * another one ends it. Looks only after mutations and when the document goes on loading.
 */
export function untilChange(condition: WaitCondition, met: boolean, eyes: Eyes): Promise<void> {
	endWatch();
	const { promise, resolve } = Promise.withResolvers<void>();
	const began = performance.now();
	let nextLook = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** `isOld`: something changed while it was looked at. */
	const watch = { isLooking: false, isOld: false, isOver: false };
	const look = async (): Promise<void> => {
		timer = undefined;
		watch.isLooking = true;
		watch.isOld = false;
		const from = performance.now();
		const isOther = from - began > FORGOTTEN_MS || (await see(condition, eyes)).met !== met;
		watch.isLooking = false;
		if (watch.isOver) return;
		if (isOther) return end();
		nextLook = performance.now() + Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - from));
		if (watch.isOld) changed();
	};
	const changed = (): void => {
		watch.isOld = true;
		if (watch.isLooking || timer !== undefined) return;
		if (performance.now() >= nextLook) look();
		else timer = setTimeout(look, nextLook - performance.now());
	};
	const observer = new MutationObserver(changed);
	observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
	document.addEventListener("readystatechange", changed);
	const end = (): void => {
		observer.disconnect();
		document.removeEventListener("readystatechange", changed);
		clearTimeout(timer);
		watch.isOver = true;
		current = undefined;
		resolve();
	};
	current = end;
	return promise;
}
