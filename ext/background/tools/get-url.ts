import { shownAddress } from "../../../lib/errors/shown-address.ts";
import type { Tool } from "../executor.ts";
import { requireTab } from "../tab-access.ts";

export const getUrl: Tool<"getUrl"> = async ({ tabId }, call) => {
	const { id, url = "" } = await requireTab(tabId, "look", call);
	return { tabId: id, url: shownAddress(url) };
};
