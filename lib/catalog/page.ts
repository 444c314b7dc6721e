import { type } from "arktype";
import { nothing, request, tabParams, tool } from "./define.ts";
import { started } from "./started.ts";

/** Where a navigation led. */
export const reached = type({
	"+": "reject",
	tabId: "number.integer",
	/** Where the tab is now: the end of any redirects. */
	url: "string",
	/** The main document's HTTP status; absent where there was no HTTP. */
	"status?": "number.integer",
	/** False when the page was still loading when it was time to answer. */
	loaded: "boolean",
	/** What came of it, the navigation included; its state says whether the page may be read. */
	"started?": started.array(),
});

const onlyTab = type({ "+": "reject", ...tabParams });

/** The least severe first; each stands for the more severe ones too. */
const consoleLevel = type("'debug' | 'info' | 'warning' | 'error'");

const consoleArgs = { "level?": consoleLevel, "since?": type(/^\d+(?:\.\d+)?$/) } as const;

/** Exactly one of these. */
const waitArgs = {
	/** Seconds. */
	"time?": "0 <= number <= 60",
	"text?": "string > 0",
	"textGone?": "string > 0",
	"selector?": "string > 0",
	"selectorGone?": "string > 0",
	"url?": "string > 0",
	"load?": "'load' | 'domcontentloaded' | 'networkidle'",
	"expression?": "string > 0",
} as const;

export const pageMessages = {
	browser_navigate: request("owner", "act", 60_000, type({ "+": "reject", url: "string > 0", ...tabParams }), reached),
	browser_go_back: request("owner", "act", 60_000, onlyTab, reached),
	browser_go_forward: request("owner", "act", 60_000, onlyTab, reached),
	browser_reload: request("owner", "act", 60_000, onlyTab, reached),
	/** An act, so that it is never sent twice: a wait that missed would begin anew. */
	browser_wait: request(
		"owner",
		"act",
		65_000,
		type({ "+": "reject", ...waitArgs, ...tabParams }),
		type({ "+": "reject", tabId: "number.integer", waitedMs: "number.integer" }),
	),
	browser_get_console_logs: request(
		"owner",
		"read",
		15_000,
		type({ "+": "reject", ...consoleArgs, ...tabParams }),
		type({
			"+": "reject",
			tabId: "number.integer",
			logs: type({
				"+": "reject",
				level: consoleLevel,
				/** Milliseconds since the epoch. */
				ts: "number",
				text: "string",
				/** `url:line:column`. */
				"source?": "string",
			}).array(),
			/** Given as `since`, it brings what came later. */
			next: "string",
			/** Messages that there was no room for; the oldest go first. */
			dropped: "number.integer",
			/** Milliseconds since the epoch: nothing that was logged since is missing but what was dropped. */
			since: "number.integer",
		}),
	),
	browser_evaluate: request(
		"owner",
		"act",
		30_000,
		type({
			"+": "reject",
			...tabParams,
			expression: "string > 0",
			"ref?": "string > 0",
			"element?": "string",
		}),
		/** `value` is JSON text, or `undefined` when the expression gave nothing that JSON can say. */
		type({
			"+": "reject",
			tabId: "number.integer",
			value: "string",
			/** Characters that did not fit: then `value` is the beginning of a JSON text. */
			"omitted?": "number.integer",
		}),
	),
} as const;

export const pageTools = {
	browser_navigate: tool({
		title: "Navigate",
		about:
			"Open an address in a shared tab and return the page's snapshot. An address without a scheme gets https (http for this machine).",
		group: "core",
		target: "tab",
		effect: "act",
		isGentle: true,
		args: type({ "+": "reject", url: "string > 0" }),
		argsAbout: { url: "Address to open" },
		example: "monk call browser_navigate --url example.com",
	}),
	browser_go_back: tool({
		title: "Go back",
		about: "Go back one page in the tab's history and return the page's snapshot.",
		group: "core",
		target: "tab",
		effect: "act",
		isGentle: true,
		args: nothing,
		argsAbout: {},
		example: "monk call browser_go_back",
	}),
	browser_go_forward: tool({
		title: "Go forward",
		about: "Go forward one page in the tab's history and return the page's snapshot.",
		group: "core",
		target: "tab",
		effect: "act",
		isGentle: true,
		args: nothing,
		argsAbout: {},
		example: "monk call browser_go_forward",
	}),
	browser_reload: tool({
		title: "Reload",
		about: "Load the tab's page anew and return its snapshot.",
		group: "core",
		target: "tab",
		effect: "act",
		isGentle: true,
		args: nothing,
		argsAbout: {},
		example: "monk call browser_reload",
	}),
	browser_evaluate: tool({
		title: "Evaluate JavaScript",
		about:
			"Evaluate a JavaScript expression, or call a function, in the page's main world and return the result as JSON. What the page holds comes back unmasked, secrets included.",
		group: "core",
		target: "tab",
		effect: "act",
		args: type({ "+": "reject", expression: "string > 0", "ref?": "string > 0", "element?": "string" }),
		argsAbout: {
			expression: "An expression, or a function such as `(element) => element.value`; promises are awaited",
			ref: "Element from the snapshot, passed to the function and deciding the frame",
			element: "What you call the element; shown to the person and logged",
		},
		example: "monk call browser_evaluate --expression document.title",
	}),
	browser_wait: tool({
		title: "Wait",
		about:
			"Wait for exactly one thing, at most 10 seconds unless `timeoutMs` says otherwise, and return the page's snapshot. A miss is an error that says what was there instead.",
		group: "core",
		target: "tab",
		effect: "read",
		mayTakeLong: true,
		args: type({ "+": "reject", ...waitArgs }),
		argsAbout: {
			time: "Seconds to let pass",
			text: "Visible text that should appear, in any frame",
			textGone: "Visible text that should go, from all frames",
			selector: "CSS selector of an element that should be visible",
			selectorGone: "CSS selector of elements that should all be hidden or gone",
			url: "Part of the address to come to, or with * for anything the whole of it",
			load: "State of loading to reach",
			expression: "JavaScript that should become true in the page",
		},
		example: "monk call browser_wait --text 'Order received'",
	}),
	browser_get_console_logs: tool({
		title: "Console messages",
		about:
			"Read what the tab's pages wrote to the console, uncaught errors and failed requests included. What was not heard is said to be missing.",
		group: "core",
		target: "tab",
		effect: "read",
		args: type({ "+": "reject", ...consoleArgs }),
		argsAbout: {
			level: "Least severe level to return; each includes the more severe ones (info)",
			since: "The cursor of an earlier call: only what came later",
		},
		example: "monk call browser_get_console_logs --level warning",
	}),
} as const;
