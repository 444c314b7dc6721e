import type { Sight, WaitCondition } from "../content-api.ts";
import { documentElementOf, rectOf } from "./aria/dom.ts";
import type { Reading, ShadowRootOf } from "./aria/reading.ts";
import { allMatches } from "./matches.ts";
import { onOneLine, readText } from "./text/text.ts";
import { Turns } from "./turns.ts";

/** What a look at the document needs. */
export interface Eyes {
	readonly shadowRootOf: ShadowRootOf;
	look(): Reading;
}

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The words that a person could read here, on one line. */
function visibleText({ look }: Eyes): string {
	const root = documentElementOf(document);
	return root === null ? "" : onOneLine(readText(root, "text", look(), new Turns())());
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
export function see(condition: WaitCondition, eyes: Eyes): Sight {
	switch (condition.kind) {
		case "text": {
			const text = visibleText(eyes);
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
	const look = (): void => {
		timer = undefined;
		const from = performance.now();
		if (from - began > FORGOTTEN_MS || see(condition, eyes).met !== met) end();
		nextLook = performance.now() + Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - from));
	};
	const changed = (): void => {
		if (timer !== undefined) return;
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
		current = undefined;
		resolve();
	};
	current = end;
	return promise;
}
