import { isShadowRoot, openShadowRootOf } from "./aria/dom.ts";
import type { ShadowRootOf } from "./aria/reading.ts";

const everything = { attributes: true, characterData: true, childList: true, subtree: true } as const;

/** Whether the page changed since the watch began: the document, and every shadow root that was come upon. */
export class Changes {
	#seen = false;
	readonly #observer = new MutationObserver(() => {
		this.#seen = true;
	});
	readonly #watched = new WeakSet<Node>();

	constructor(document: Document) {
		this.#observer.observe(document, everything);
	}

	/** The same question, with what it finds watched from then on. */
	watching(shadowRootOf: ShadowRootOf = openShadowRootOf): ShadowRootOf {
		return (element) => {
			const root = shadowRootOf(element);
			if (root !== null && isShadowRoot(root) && !this.#watched.has(root)) {
				this.#watched.add(root);
				this.#observer.observe(root, everything);
			}
			return root;
		};
	}

	/** Since the last time that it was asked. */
	take(): boolean {
		const seen = this.#seen || this.#observer.takeRecords().length > 0;
		this.#seen = false;
		return seen;
	}

	end(): void {
		this.#observer.disconnect();
	}
}
