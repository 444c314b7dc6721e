import { type } from "arktype";
import { request, tabParams, tool } from "./define.ts";
import { started } from "./started.ts";

/** What every act in a page takes. */
export const settling = {
	/** Milliseconds to let pass afterwards, for what a page does by a bare timer. */
	"settleMs?": "0 <= number.integer <= 30000",
} as const;

export const settlingAbout = {
	settleMs: "Milliseconds to wait afterwards, for a page that changes by a timer; all else is waited for anyway",
} as const;

const modifiers = type("('Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift')[]");

const clickArgs = {
	ref: "string > 0",
	"element?": "string",
	"button?": "'left' | 'right' | 'middle'",
	"count?": "1 <= number.integer <= 3",
	"modifiers?": modifiers,
	"x?": "number >= 0",
	"y?": "number >= 0",
	...settling,
} as const;

const typeArgs = {
	ref: "string > 0",
	"element?": "string",
	text: "string",
	"submit?": "boolean",
	"slowly?": "boolean",
	"append?": "boolean",
	...settling,
} as const;

const pressArgs = { key: "string > 0", "ref?": "string > 0", "element?": "string", ...settling } as const;

/** What every act tells. */
export const outcome = {
	tabId: "number.integer",
	/** `debugger`: trusted input. `dom`: events made in the page, where Chrome refused the debugger. */
	via: "'debugger' | 'dom'",
	/** What it set going, in the order seen; absent when that is nothing. */
	"started?": started.array(),
} as const;

/** What an act in the page tells: where it ran, by which means, and what it set going. */
export const acted = type({ "+": "reject", ...outcome });

export const inputMessages = {
	browser_click: request("owner", "act", 30_000, type({ "+": "reject", ...clickArgs, ...tabParams }), acted),
	browser_type: request(
		"owner",
		"act",
		60_000,
		type({ "+": "reject", ...typeArgs, ...tabParams }),
		type({
			"+": "reject",
			...outcome,
			/** The field holds something else than what was typed: the page cut, formatted or refused it. */
			"differs?": "true",
			/** What it holds then; never of a field for secrets. */
			"holds?": "string",
			/** Why the browser would not let the field be submitted so, in its words or the page's. */
			"invalid?": "string",
		}),
	),
	browser_press_key: request("owner", "act", 30_000, type({ "+": "reject", ...pressArgs, ...tabParams }), acted),
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
			x: "Pixels from the element's left edge (its middle), for a spot on a canvas or a map; with y",
			y: "Pixels from its top edge; with x",
			...settlingAbout,
		},
		example: "monk call browser_click --ref e12 --element 'Send button'",
	}),
	browser_type: tool({
		title: "Type",
		about:
			"Type text into a field with real keys, over what it held, and return the page's snapshot. A line break is content and never presses Enter; dates, times and colours are given as HTML writes them.",
		group: "core",
		target: "tab",
		effect: "act",
		args: type({ "+": "reject", ...typeArgs }),
		argsAbout: {
			ref: "Field's ref from the latest snapshot",
			element: "What you call the field; shown to the person and logged",
			text: "Text to type; an empty one empties the field",
			submit: "Press Enter once afterwards, or submit a textarea's form",
			slowly: "One key after the other with time between, for pages that follow each",
			append: "Type after what the field holds",
			...settlingAbout,
		},
		example: "monk call browser_type --ref e7 --text 'good morning' --submit",
	}),
	browser_press_key: tool({
		title: "Press a key",
		about:
			"Press a key or a chord, such as Enter, ArrowDown, a, or ControlOrMeta+A, on what has the focus or on an element, and return the page's snapshot.",
		group: "core",
		target: "tab",
		effect: "act",
		args: type({ "+": "reject", ...pressArgs }),
		argsAbout: {
			key: "Key's name or character, with modifiers before it joined by +",
			ref: "Element to focus first",
			element: "What you call the element; shown to the person and logged",
			...settlingAbout,
		},
		example: "monk call browser_press_key --key Control+Shift+K",
	}),
} as const;
