import { type } from "arktype";

/** What an act set going in its tab or beside it, as it stood when the call was answered. */
export const started = type({
	"+": "reject",
	kind: "'navigation'",
	/** Where the tab came to, or was to come. */
	url: "string",
	/** The main document's HTTP status; absent where there was no HTTP. */
	"status?": "number.integer",
	/**
	 * `loading`: the new page is there and may be read. `waiting`: its server has not answered, and the tab still shows
	 * the page before.
	 */
	state: "'loaded' | 'loading' | 'waiting' | 'failed'",
	/** Addresses of parts that a page still loads; the first few. */
	"awaited?": "string[]",
	/** Chrome's word for why it failed. */
	"error?": "string",
})
	/** Another address in the same document: a fragment, or the page's own history. */
	.or({ "+": "reject", kind: "'route'", url: "string" })
	/** Shared as the tab that opened it; without a slot and Chrome's own number where that is not so. */
	.or({ "+": "reject", kind: "'tab'", url: "string", "slot?": "number.integer >= 1", "tabId?": "number.integer" })
	.or({
		"+": "reject",
		kind: "'download'",
		url: "string",
		name: "string",
		state: "'in progress' | 'complete' | 'interrupted'",
		/** Bytes: of the whole when it is known, else those that came. */
		"bytes?": "number.integer >= 0",
		/** Where it lies on the browser's machine. */
		"path?": "string",
		"error?": "string",
	})
	/** It stands open, and the page does nothing until it is answered. */
	.or({
		"+": "reject",
		kind: "'dialog'",
		type: "'alert' | 'confirm' | 'prompt' | 'beforeunload'",
		message: "string",
		/** What a prompt already holds. */
		"defaultPrompt?": "string",
	})
	/** The page asked for files; nothing was chosen. */
	.or({ "+": "reject", kind: "'file chooser'", several: "boolean" });

export type Started = typeof started.infer;
