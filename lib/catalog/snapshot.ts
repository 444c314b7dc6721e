import { type } from "arktype";
import { nothing, request, tabParams, tool } from "./define.ts";

const screenshotArgs = {
	"ref?": "string > 0",
	"element?": "string",
	"fullPage?": "boolean",
	"format?": "'png' | 'jpeg'",
	"quality?": "1 <= number.integer <= 100",
	"scale?": "'css' | 'device'",
} as const;

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
	browser_snapshot: request(
		"owner",
		"read",
		30_000,
		type({ "+": "reject", "tabId?": "number.integer", "timeoutMs?": "number.integer > 0" }),
		type({ "+": "reject", tabId: "number.integer", url: "string", title: "string", snapshot: "string" }),
	),
} as const;

export const snapshotTools = {
	browser_snapshot: tool({
		title: "Page snapshot",
		about:
			"Read the page as an accessibility tree with a ref for everything that can be acted on, all frames and shadow roots included. Prefer it to a screenshot.",
		group: "core",
		target: "tab",
		effect: "read",
		args: nothing,
		argsAbout: {},
		example: "monk call browser_snapshot",
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
