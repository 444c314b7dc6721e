import { renderTree } from "../../snapshot/render.ts";
import { stitchFrames } from "../../snapshot/stitch.ts";
import type { Tool } from "../executor.ts";
import { readTab, topOf } from "../page-tree.ts";
import { requireTab } from "../tab-access.ts";

/** Reads the page, all its frames in one tree, without the debugger. */
export const snapshot: Tool<"browser_snapshot"> = async ({ tabId }, call) => {
	const tab = await requireTab(tabId, "look", call);
	const frames = await readTab(tab.id, call);
	const { url, title } = topOf(frames);
	// The page may have moved on to where the share does not reach.
	await requireTab(tab.id, "look", call);
	return { tabId: tab.id, url, title, snapshot: renderTree(stitchFrames(frames)).text };
};
