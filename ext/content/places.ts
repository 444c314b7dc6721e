import type { FrameLink } from "../snapshot/tree.ts";

/**
 * How a frame's element and its document find each other without Chrome's help. Both see the frame's number among
 * `window[0…]`: the parent by `contentWindow`, the child by looking itself up in `parent`. Frames in shadow roots are
 * not numbered; such a child asks its parent's content script for a word, over a channel that only it hears.
 */
const question = "monk:where-am-i";

const words = new WeakMap<object, string>();

function wordFor(frame: object): string {
	const known = words.get(frame);
	if (known !== undefined) return known;
	const word = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
		byte.toString(16).padStart(2, "0"),
	).join("");
	words.set(frame, word);
	return word;
}

/** The link of each frame's element, for one look at the document. */
export function frameLinker(): (element: Element) => FrameLink {
	const places = new Map<Window, number>();
	for (let index = 0; index < window.length; index++) {
		const child = window[index];
		if (child) places.set(child, index);
	}
	return (element) => {
		const child = (element as HTMLIFrameElement).contentWindow;
		const index = child === null ? undefined : places.get(child);
		return index === undefined ? { token: wordFor(child ?? element) } : { index };
	};
}

/** Answers the children that ask; the page's own listeners do not hear it where ours was there first. */
export function answerChildren(): void {
	window.addEventListener("message", answer, true);
}

function answer(event: MessageEvent): void {
	const [port] = event.ports;
	if (event.data !== question || !port || !event.source) return;
	event.stopImmediatePropagation();
	port.postMessage(wordFor(event.source));
}

/** Where this document stands in its parent; undefined in the top document, and when the parent does not say. */
export async function ownPlace(): Promise<FrameLink | undefined> {
	const { parent } = window;
	if (parent === window) return undefined;
	for (let index = 0; index < parent.length; index++) if (parent[index] === window) return { index };
	const token = await askParent(parent);
	return token === undefined ? undefined : { token };
}

/** A parent that was not injected, or is busy, must hold nothing up. */
const patienceMs = 150;

function askParent(parent: Window): Promise<string | undefined> {
	const { port1, port2 } = new MessageChannel();
	return new Promise((resolve) => {
		const finish = (word: unknown): void => {
			clearTimeout(timer);
			port1.close();
			resolve(typeof word === "string" ? word : undefined);
		};
		const timer = setTimeout(finish, patienceMs);
		port1.onmessage = (event) => finish(event.data);
		parent.postMessage(question, "*", [port2]);
	});
}
