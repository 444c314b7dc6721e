import { type } from "arktype";
import { clientParams, nothing, notification, request, tabParams, tool } from "./define.ts";
import { started } from "./started.ts";

/** A shared tab as the extension tells it. `slot` is the small number a person sees; `tabId` is Chrome's. */
export const tabInfo = type({
	"+": "reject",
	tabId: "number.integer",
	slot: "number.integer >= 1",
	url: "string",
	title: "string",
	/** The active tab of the window that had focus last. */
	active: "boolean",
	windowId: "number.integer",
	/** What the person allowed: reading only, or acting too. */
	power: "'look' | 'act'",
});

export type TabInfo = typeof tabInfo.infer;

export const tabMessages = {
	/** The tabs that a client may use; without one, every tab that is shared with anyone. */
	list_tabs: request(
		"owner",
		"read",
		10_000,
		type({ "+": "reject", ...clientParams }),
		type({ "+": "reject", tabs: tabInfo.array() }),
	),
	/** The one request that brings a tab to the front. */
	browser_switch_tab: request(
		"owner",
		"act",
		10_000,
		type({ "+": "reject", ...tabParams }),
		type({ "+": "reject", activeTabId: "number.integer" }),
	),
	browser_new_tab: request(
		"owner",
		"act",
		60_000,
		type({
			"+": "reject",
			"url?": "string > 0",
			"active?": "boolean",
			"timeoutMs?": "number.integer > 0",
			...clientParams,
		}),
		type({
			"+": "reject",
			tabId: "number.integer",
			slot: "number.integer >= 1",
			url: "string",
			/** False when the page was still loading when it was time to answer. */
			loaded: "boolean",
			"started?": started.array(),
		}),
	),
	browser_close_tab: request(
		"owner",
		"act",
		10_000,
		type({ "+": "reject", ...tabParams }),
		type({ "+": "reject", tabId: "number.integer" }),
	),
	getUrl: request(
		"owner",
		"read",
		10_000,
		type({ "+": "reject", ...tabParams }),
		type({ "+": "reject", tabId: "number.integer", url: "string" }),
	),
	getTitle: request(
		"owner",
		"read",
		10_000,
		type({ "+": "reject", ...tabParams }),
		type({ "+": "reject", tabId: "number.integer", title: "string" }),
	),
	tabs_changed: notification("extension", type({ "+": "reject", tabs: tabInfo.array() })),
} as const;

/** A browser profile with its shared tabs, as an agent is told of it. */
export const listedProfile = type({
	"+": "reject",
	profile: "string",
	label: "string",
	state: "'connected' | 'offline'",
	tabs: type({
		"+": "reject",
		tab: "number.integer",
		title: "string",
		url: "string",
		active: "boolean",
		power: "'look' | 'act'",
	}).array(),
	/** The person stopped everything: nothing is read or done until they resume. */
	"stopped?": "true",
	/** Tabs that were shared before the browser came back without them. */
	"lostTabs?": "number.integer",
});

export const tabTools = {
	browser_list_tabs: tool({
		title: "List tabs",
		about:
			"List the tabs that the person shared, over all connected browser profiles. Use the numbers as `tab` and the names as `profile` in other tools.",
		group: "core",
		target: "none",
		effect: "read",
		output: type({ "+": "reject", profiles: listedProfile.array() }),
		args: nothing,
		argsAbout: {},
		example: "monk call browser_list_tabs",
	}),
	browser_switch_tab: tool({
		title: "Switch to a tab",
		about:
			"Bring a shared tab to the front, for the person to see. Other tools work in background tabs, so it is rarely needed.",
		group: "core",
		target: "tab",
		effect: "act",
		isGentle: true,
		args: nothing,
		argsAbout: {},
		example: "monk call browser_switch_tab --tab 2",
	}),
	browser_new_tab: tool({
		title: "Open a tab",
		about:
			"Open a tab in the background and return its number. It is refused unless the person shared a tab to act in or the whole profile, or allowed new tabs.",
		group: "core",
		target: "profile",
		effect: "act",
		isGentle: true,
		args: type({ "+": "reject", "url?": "string > 0", "active?": "boolean", "temporary?": "boolean" }),
		argsAbout: {
			url: "Address to open in it (an empty page)",
			active: "Bring the new tab to the front (false)",
			temporary: "Close it when you disconnect (false)",
		},
		example: "monk call browser_new_tab --url example.com",
	}),
	browser_close_tab: tool({
		title: "Close a tab",
		about: "Close a shared tab. One that you did not open yourself needs `confirm`.",
		group: "core",
		target: "tab",
		effect: "act",
		args: type({ "+": "reject", "confirm?": "boolean" }),
		argsAbout: { confirm: "Close it though you did not open it" },
		example: "monk call browser_close_tab --tab 2 --confirm",
	}),
} as const;
