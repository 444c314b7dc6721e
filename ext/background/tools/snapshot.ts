import type { Tool } from "../executor.ts";
import { readSnapshot } from "../page-tree.ts";
import { requireTab } from "../tab-access.ts";

/** Reads the page, all its frames in one tree, without the debugger. */
export const snapshot: Tool<"browser_snapshot"> = async ({ tabId, timeoutMs: _, ...wish }, call) => {
	const tab = await requireTab(tabId, "look", call);
	const { isLate: _said, ...read } = await readSnapshot(tab.id, wish, call);
	// The page may have moved on to where the share does not reach.
	await requireTab(tab.id, "look", call);
	return { tabId: tab.id, ...read };
};
