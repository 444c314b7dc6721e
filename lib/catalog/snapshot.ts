import { type } from "arktype";
import { nothing, request, tool } from "./define.ts";

export const snapshotMessages = {
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
} as const;
