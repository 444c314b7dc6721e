import type { Tool } from "../executor.ts";
import { readWords } from "../page-words.ts";
import { requireTab } from "../tab-access.ts";

/** Half of a character that takes two units is none. */
const wholeEnd = (text: string): string => text.replace(/[\ud800-\udbff]$/, "");

/** Reads the words of the page without the debugger. */
export const getText: Tool<"browser_get_text"> = async ({ tabId, root, format = "text", maxChars }, call) => {
	const tab = await requireTab(tabId, "look", call);
	const { text, ...page } = await readWords(tab.id, root, format, call);
	// The page may have moved on to where the share does not reach.
	await requireTab(tab.id, "look", call);
	const shown = maxChars === undefined ? text : wholeEnd(text.slice(0, maxChars));
	return { tabId: tab.id, ...page, text: shown, omitted: text.length - shown.length };
};
