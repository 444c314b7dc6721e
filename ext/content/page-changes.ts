import { isShadowRoot, openShadowRootOf } from "./aria/dom.ts";
import type { ShadowRootOf } from "./aria/reading.ts";

const everything = { attributes: true, characterData: true, childList: true, subtree: true } as const;

/** Whether the page changed since the watch began: the document, and every shadow root that was come upon. */
export class Changes {
	#seen = false;
	#observer: MutationObserver | undefined;
	/** Those that were come upon, each to be watched. */
	readonly #roots: Set<Node>;

	constructor(document: Document) {
		this.#roots = new Set([document]);
	}

	/** Begins to watch. As long as the page had no turn nothing can have changed, and most readings are over by then. */
	begin(): void {
		if (this.#observer !== undefined) return;
		this.#observer = new MutationObserver(() => {
			this.#seen = true;
		});
		for (const root of this.#roots) this.#observer.observe(root, everything);
	}

	/** The same question, with what it finds watched from then on. */
	watching(shadowRootOf: ShadowRootOf = openShadowRootOf): ShadowRootOf {
		return (element) => {
			const root = shadowRootOf(element);
			if (root !== null && isShadowRoot(root) && !this.#roots.has(root)) {
				this.#roots.add(root);
				this.#observer?.observe(root, everything);
			}
			return root;
		};
	}

	/** Since the last time that it was asked. */
	take(): boolean {
		const seen = this.#seen || (this.#observer?.takeRecords().length ?? 0) > 0;
		this.#seen = false;
		return seen;
	}

	end(): void {
		this.#observer?.disconnect();
	}
}
