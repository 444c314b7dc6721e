import { type } from "arktype";
import { nothing, notification, request, tool } from "./define.ts";

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
	list_tabs: request("owner", "read", 10_000, nothing, type({ "+": "reject", tabs: tabInfo.array() })),
	tabs_changed: notification("extension", type({ "+": "reject", tabs: tabInfo.array() })),
} as const;

export const tabTools = {
	browser_list_tabs: tool({
		title: "List tabs",
		about:
			"List the tabs that the person shared, over all connected browser profiles. Use the numbers as `tab` and the names as `profile` in other tools.",
		group: "core",
		target: "none",
		effect: "read",
		args: nothing,
		argsAbout: {},
		example: "monk call browser_list_tabs",
	}),
} as const;
