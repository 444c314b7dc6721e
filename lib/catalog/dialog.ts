import { type } from "arktype";
import { request, tabParams, tool } from "./define.ts";
import { acted } from "./input.ts";

const dialogArgs = { accept: "boolean", "promptText?": "string" } as const;

export const dialogMessages = {
	browser_handle_dialog: request("owner", "act", 30_000, type({ "+": "reject", ...dialogArgs, ...tabParams }), acted),
} as const;

export const dialogTools = {
	browser_handle_dialog: tool({
		title: "Answer a dialog",
		about:
			"Answer the alert, confirm, prompt or leave-page dialog that stands open in a tab, and return the page's snapshot. Until then nothing else can be done there.",
		group: "core",
		target: "tab",
		effect: "act",
		args: type({ "+": "reject", ...dialogArgs }),
		argsAbout: {
			accept: "true for OK or Leave, false for Cancel or Stay",
			promptText: "What to write into a prompt before it is accepted",
		},
		example: "monk call browser_handle_dialog --accept",
	}),
} as const;
