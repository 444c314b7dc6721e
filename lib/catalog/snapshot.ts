import { type } from "arktype";
import { request, tabParams, tool } from "./define.ts";

const screenshotArgs = {
	"ref?": "string > 0",
	"element?": "string",
	"fullPage?": "boolean",
	"format?": "'png' | 'jpeg'",
	"quality?": "1 <= number.integer <= 100",
	"scale?": "'css' | 'device'",
} as const;

/** Characters that a reading gives unless told otherwise: about ten thousand tokens. */
export const usualChars = 40_000;

const chars = type("number.integer >= 100");
const root = type("string > 0");
const format = type("'text' | 'markdown'");

/** Exactly one of the first two. */
const query = { "text?": "string > 0", "regex?": "0 < string <= 500" } as const;

/** A page's words, and where they were read. */
const page = { tabId: "number.integer", url: "string", title: "string" } as const;

export const snapshotMessages = {
	browser_screenshot: request(
		"owner",
		"read",
		30_000,
		type({ "+": "reject", ...screenshotArgs, ...tabParams }),
		type({
			"+": "reject",
			tabId: "number.integer",
			/** Base64. */
			data: "string",
			mimeType: "'image/png' | 'image/jpeg'",
			/** Pixels. */
			width: "number.integer",
			height: "number.integer",
			/** It was made smaller than asked, because a side would have been too long. */
			"shrunk?": "true",
		}),
	),
	/** Without `maxChars` all is read. */
	browser_snapshot: request(
		"owner",
		"read",
		30_000,
		type({
			"+": "reject",
			"root?": root,
			"depth?": "number.integer > 0",
			"filter?": "'all' | 'interactive'",
			"maxChars?": chars,
			...tabParams,
		}),
		type({ "+": "reject", ...page, snapshot: "string" }),
	),
	browser_get_text: request(
		"owner",
		"read",
		30_000,
		type({ "+": "reject", "root?": root, "format?": format, "maxChars?": chars, ...tabParams }),
		type({
			"+": "reject",
			...page,
			text: "string",
			/** Characters of the text that did not fit. */
			omitted: "number.integer",
			/** The page changed while it was read, so that parts may be of different moments. */
			"torn?": "true",
			/** There was no time to read all of it. */
			"late?": "true",
		}),
	),
	browser_find: request(
		"owner",
		"read",
		30_000,
		type({
			"+": "reject",
			...query,
			"context?": "0 <= number.integer <= 20",
			"root?": root,
			"maxChars?": chars,
			...tabParams,
		}),
		type({
			"+": "reject",
			...page,
			/** Lines of the snapshot with their surroundings. */
			found: "string",
			/** Lines that match, those not given included. */
			count: "number.integer",
			/** Of these, how many are given. */
			shown: "number.integer",
			/** There was no time to read all of the page, and only what was read was searched. */
			"late?": "true",
		}),
	),
} as const;

const found = type({
	"+": "reject",
	profile: "string",
	tab: "number.integer",
	url: "string",
	count: "number.integer",
	shown: "number.integer",
	/** Lines of the page's snapshot with their surroundings; empty when nothing was found. */
	found: "string",
});

export const snapshotTools = {
	browser_snapshot: tool({
		title: "Page snapshot",
		about:
			"Read the page as an accessibility tree with a ref for everything that can be acted on, all frames and shadow roots included. Prefer it to a screenshot.",
		group: "core",
		target: "tab",
		effect: "read",
		args: type({
			"+": "reject",
			"root?": root,
			"depth?": "number.integer > 0",
			"filter?": "'all' | 'interactive'",
			"max_chars?": chars,
			"since?": "string > 0",
			"file?": "string > 0",
			"lease?": "boolean",
		}),
		argsAbout: {
			root: "Where to begin: a ref such as e12 or f1e3, or a CSS selector",
			depth: "Levels to show; deeper ones are counted",
			filter: "interactive: only what can be worked with and where it stands (all)",
			max_chars: "Characters at most; the last line says what was left out (40000, or all into a file)",
			since: "Id of an earlier snapshot of this tab: only what changed since",
			file: "Where to write it, inside the current folder; then only the path comes back",
			lease: "true keeps other clients from acting in this tab until you leave; false gives it back. Any tool takes it",
		},
		example: "monk call browser_snapshot --filter interactive",
	}),
	browser_find: tool({
		title: "Find in the page",
		about:
			"Search the page's snapshot without printing it: the lines that match a text or a regular expression, with their surroundings and refs.",
		group: "core",
		target: "tab",
		effect: "read",
		output: found,
		args: type({
			"+": "reject",
			...query,
			"context?": "0 <= number.integer <= 20",
			"root?": root,
			"max_chars?": chars,
		}),
		argsAbout: {
			text: "Words to find, in any letter case",
			regex: "Regular expression instead, JavaScript's, in any letter case",
			context: "Lines to show before and after each hit (2)",
			root: "Where to look: a ref or a CSS selector",
			max_chars: "Characters at most (40000)",
		},
		example: "monk call browser_find --text 'sign in'",
	}),
	browser_get_text: tool({
		title: "Page text",
		about:
			"Read the words of the page in reading order, frames and shadow roots included, as plain text or Markdown. For long reading; it has no refs.",
		group: "core",
		target: "tab",
		effect: "read",
		args: type({ "+": "reject", "root?": root, "format?": format, "max_chars?": chars, "file?": "string > 0" }),
		argsAbout: {
			root: "Where to begin: a ref or a CSS selector (the whole page)",
			format: "text or markdown (text)",
			max_chars: "Characters at most (40000, or all into a file)",
			file: "Where to write it, inside the current folder; then only the path comes back",
		},
		example: "monk call browser_get_text --format markdown --file page.md",
	}),
	browser_screenshot: tool({
		title: "Screenshot",
		about:
			"Picture the tab, which stays where it is: the view, the whole page, or one element. Fields of secrets are painted over. To act, take a snapshot instead.",
		group: "core",
		target: "tab",
		effect: "read",
		args: type({ "+": "reject", ...screenshotArgs, "file?": "string > 0" }),
		argsAbout: {
			ref: "Element to picture, from the latest snapshot",
			element: "What you call the element; shown to the person and logged",
			fullPage: "The whole page and not only what is in view",
			format: "png or jpeg (png, or what the file's name says)",
			quality: "Of a jpeg, 1 to 100 (80)",
			scale: "css: one pixel for a CSS pixel; device: as fine as the screen (css)",
			file: "Where to write it, inside the current folder; then only the path comes back",
		},
		example: "monk call browser_screenshot --full-page --file page.png",
	}),
} as const;
