import { type } from "arktype";
import { request, tool } from "./define.ts";

const modifiers = type("('Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift')[]");

const clickArgs = {
	ref: "string > 0",
	"element?": "string",
	"button?": "'left' | 'right' | 'middle'",
	"count?": "1 <= number.integer <= 3",
	"modifiers?": modifiers,
} as const;

/** What an act in the page tells: where it ran, by which means, and whether it led elsewhere. */
export const acted = type({
	"+": "reject",
	tabId: "number.integer",
	/** `debugger`: trusted input. `dom`: events made in the page, where Chrome refused the debugger. */
	via: "'debugger' | 'dom'",
	/** The address that the tab came to, when the act started a navigation. */
	"navigated?": "string",
});

export const inputMessages = {
	browser_click: request(
		"owner",
		"act",
		30_000,
		type({ "+": "reject", "tabId?": "number.integer", ...clickArgs, "timeoutMs?": "number.integer > 0" }),
		acted,
	),
} as const;

export const inputTools = {
	browser_click: tool({
		title: "Click",
		about: "Click an element with trusted mouse input, scrolling to it first, and return the page's snapshot.",
		group: "core",
		target: "tab",
		effect: "act",
		args: type({ "+": "reject", ...clickArgs }),
		argsAbout: {
			ref: "Element's ref from the latest snapshot, such as e12 or f1e3",
			element: "What you call the element; shown to the person and logged",
			button: "Mouse button (left)",
			count: "1 a click, 2 a double click, 3 a triple click",
			modifiers: "Keys held during the click",
		},
		example: "monk call browser_click --ref e12 --element 'Send button'",
	}),
} as const;
