import type { Tool } from "../executor.ts";
import { requireTab } from "../tab-access.ts";

export const getTitle: Tool<"getTitle"> = async ({ tabId }, call) => {
	const { id, title = "" } = await requireTab(tabId, "look", call);
	return { tabId: id, title };
};
