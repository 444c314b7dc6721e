import { type } from "arktype";
import { request, tabParams, tool } from "./define.ts";
import { acted, outcome } from "./input.ts";

const hoverArgs = { ref: "string > 0", "element?": "string" } as const;

const scrollArgs = {
	"direction?": "'up' | 'down' | 'left' | 'right'",
	"amount?": "number > 0",
	"ref?": "string > 0",
	"element?": "string",
} as const;

const dragArgs = {
	startRef: "string > 0",
	"startElement?": "string",
	endRef: "string > 0",
	"endElement?": "string",
} as const;

export const pointerMessages = {
	browser_hover: request("owner", "act", 30_000, type({ "+": "reject", ...hoverArgs, ...tabParams }), acted),
	browser_scroll: request(
		"owner",
		"act",
		30_000,
		type({ "+": "reject", ...scrollArgs, ...tabParams }),
		/**
		 * `moved` is false where nothing scrolled: the end was reached, or the page used the wheel for something else;
		 * absent where a dialog came in between.
		 */
		type({ "+": "reject", ...outcome, "moved?": "boolean" }),
	),
	browser_drag: request("owner", "act", 40_000, type({ "+": "reject", ...dragArgs, ...tabParams }), acted),
} as const;

export const pointerTools = {
	browser_hover: tool({
		title: "Hover",
		about:
			"Move the mouse over an element, scrolling to it first, and return the page's snapshot with what that opened.",
		group: "core",
		target: "tab",
		effect: "act",
		isGentle: true,
		args: type({ "+": "reject", ...hoverArgs }),
		argsAbout: {
			ref: "Element's ref from the latest snapshot",
			element: "What you call the element; shown to the person and logged",
		},
		example: "monk call browser_hover --ref e12",
	}),
	browser_scroll: tool({
		title: "Scroll",
		about:
			"Turn the mouse wheel over an element or the page, or with a ref alone bring that element into view, and return the page's snapshot. A snapshot holds the whole page anyway: this is for pages that load more when scrolled.",
		group: "core",
		target: "tab",
		effect: "act",
		isGentle: true,
		args: type({ "+": "reject", ...scrollArgs }),
		argsAbout: {
			direction: "Where to (down, unless there is a ref)",
			amount: "Pixels (nine tenths of what shows)",
			ref: "Element to bring into view; with a direction, the one to turn the wheel over",
			element: "What you call the element; shown to the person and logged",
		},
		example: "monk call browser_scroll --direction down",
	}),
	browser_drag: tool({
		title: "Drag",
		about:
			"Drag one element onto another with the mouse held, for sortable lists, sliders and drop targets, and return the page's snapshot.",
		group: "core",
		target: "tab",
		effect: "act",
		args: type({ "+": "reject", ...dragArgs }),
		argsAbout: {
			startRef: "Ref of what is dragged",
			startElement: "What you call it; shown to the person and logged",
			endRef: "Ref of what it is dropped on",
			endElement: "What you call that; shown to the person and logged",
		},
		example: "monk call browser_drag --start-ref e5 --end-ref e9",
	}),
} as const;
