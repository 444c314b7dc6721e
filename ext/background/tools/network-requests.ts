import type { Tool } from "../executor.ts";
import { isFailed, listedEntry } from "../network-entry.ts";
import { requireTab } from "../tab-access.ts";

/** Lists what a tab has requested since its recording began, and begins or ends that. */
export const networkRequests: Tool<"browser_network_requests"> = async (params, call, { debugging }) => {
	const { record, url = "", failed = false } = params;
	const tab = await requireTab(params.tabId, "look", call);
	return debugging.use(tab.id, async ({ network }) => {
		if (record !== undefined && record !== network.isRecording) network.record(record);
		const wanted = network.all.filter((entry) => entry.url.includes(url) && (!failed || isFailed(entry)));
		return {
			tabId: tab.id,
			recording: network.isRecording,
			requests: wanted.map(listedEntry),
			dropped: network.dropped,
		};
	});
};
