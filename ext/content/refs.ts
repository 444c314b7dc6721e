import { isConnected, shadowHostOrParent } from "./aria/dom.ts";

/** What a ref was last shown as; a recycled row keeps its element and loses this. */
export interface Shown {
	readonly role: string;
	/** Absent when the snapshot printed no name. */
	readonly name?: string;
}

export type Found =
	| { readonly state: "found"; readonly element: Element; readonly shown: Shown }
	/** The element is gone; `nearest` is the ref of the closest thing around it that is still there. */
	| { readonly state: "gone"; readonly was: Shown; readonly nearest?: string }
	| { readonly state: "unknown" };

interface Entry {
	readonly element: WeakRef<Element>;
	shown: Shown;
	/** The ref of what it stood in when it was last shown; that one's own entry tells what is around it in turn. */
	around: string | undefined;
}

/**
 * Refs of one document. A ref belongs to its element for as long as that lives and is never given to another, so
 * the numbers only grow; those of a later document in the same tab start above them (`raise`).
 */
export class Refs {
	#frame: number | undefined;
	#prefix = "e";
	#next = 1;
	readonly #refs = new WeakMap<Element, string>();
	readonly #entries = new Map<string, Entry>();

	get next(): number {
		return this.#next;
	}

	/** The document's number; undefined until it was told. */
	get frame(): number | undefined {
		return this.#frame;
	}

	/** `frame` 0 is the top document: refs `e1`; any other: `f3e1`. `floor` is the lowest number that may be given. */
	raise(frame: number, floor: number): void {
		this.#frame = frame;
		this.#prefix = frame === 0 ? "e" : `f${frame}e`;
		this.#next = Math.max(this.#next, floor);
	}

	of(element: Element): string {
		const known = this.#refs.get(element);
		if (known !== undefined) return known;
		const ref = `${this.#prefix}${this.#next++}`;
		this.#refs.set(element, ref);
		return ref;
	}

	/** Remembers what a ref was printed as, so that a later act can tell whether it still is that. */
	show(element: Element, shown: Shown): string {
		const ref = this.of(element);
		const entry = this.#entries.get(ref);
		if (entry) {
			entry.shown = shown;
			entry.around = this.#refAround(element);
		} else this.#entries.set(ref, { element: new WeakRef(element), shown, around: this.#refAround(element) });
		return ref;
	}

	find(ref: string): Found {
		const entry = this.#entries.get(ref);
		if (!entry) return { state: "unknown" };
		const element = entry.element.deref();
		if (element && isConnected(element)) return { state: "found", element, shown: entry.shown };
		const nearest = this.#nearestTo(entry);
		return { state: "gone", was: entry.shown, ...(nearest === undefined ? {} : { nearest }) };
	}

	/** The connected element of a ref. */
	element(ref: string): Element | undefined {
		const element = this.#entries.get(ref)?.element.deref();
		return element && isConnected(element) ? element : undefined;
	}

	#refAround(element: Element): string | undefined {
		for (let node = shadowHostOrParent(element); node; node = shadowHostOrParent(node)) {
			const ref = this.#refs.get(node);
			if (ref !== undefined) return ref;
		}
		return undefined;
	}

	/** Bounded, since elements may have been moved into each other between two snapshots. */
	#nearestTo({ around }: Entry): string | undefined {
		let ref = around;
		for (let steps = 0; ref !== undefined && steps < 100; steps++) {
			if (this.element(ref) !== undefined) return ref;
			ref = this.#entries.get(ref)?.around;
		}
		return undefined;
	}
}
