import { askOffscreen } from "../ask.ts";
import type { LinkStatus } from "../messages.ts";
import { session } from "../storage.ts";

const PAGE = "offscreen.html";

let starting: Promise<void> | undefined;

async function isOpen(): Promise<boolean> {
	const contexts = await chrome.runtime.getContexts({ contextTypes: ["OFFSCREEN_DOCUMENT"] });
	return contexts.length > 0;
}

async function open(): Promise<void> {
	if (await isOpen()) return;
	await chrome.offscreen
		.createDocument({
			url: PAGE,
			reasons: ["WORKERS"],
			justification: "Holds the connection to monk on this computer; the service worker sleeps too often for that.",
		})
		.catch((thrown: unknown) => {
			// A former life of this worker may have made it in the meantime: there can be one only.
			if (!String(thrown).includes("single offscreen")) throw thrown;
		});
}

/** Makes sure that the page which holds the link is there. Safe to call at any time, from anywhere. */
export function ensureOffscreen(): Promise<void> {
	starting ??= open().finally(() => {
		starting = undefined;
	});
	return starting;
}

/** Where the link stands, asked of the page that holds it. */
export async function linkStatus(): Promise<LinkStatus> {
	await ensureOffscreen();
	const kept = async (): Promise<LinkStatus> => (await session.get("link")) ?? { state: "unpaired" };
	return askOffscreen("link-status", {}).catch(kept);
}
