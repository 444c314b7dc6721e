import { MonkError } from "../../../lib/errors/error.ts";
import { local } from "../../storage.ts";
import { addressOf } from "../address.ts";
import { Aftermath } from "../aftermath.ts";
import { watched } from "../arrival.ts";
import type { Tool } from "../executor.ts";
import { NavigationWatch } from "../navigation.ts";
import { leaveToOpen, type NewTabLeave } from "../new-tab-grant.ts";
import { addGrant, allGrants, factsOf } from "../shares.ts";
import { slotsOf } from "../slots.ts";
import { stopError } from "../stops.ts";

type Leave = Exclude<NewTabLeave, { kind: "refused" }>;

async function requireLeave(url: string): Promise<Leave> {
	if (await local.get("stopped")) throw stopError("everything");
	const [grants, tabs] = await Promise.all([allGrants(), chrome.tabs.query({})]);
	const open = tabs.map((tab) => ({ ...factsOf(tab), windowId: tab.windowId }));
	const leave = leaveToOpen(grants, open, url, Date.now());
	if (leave.kind !== "refused") return leave;
	throw new MonkError("NOT_SHARED", "nothing that the person shared allows to open a tab for that address", {
		hint: "Ask the person to share a tab to act in, in monk's popup.",
	});
}

/** Where no window is open, as on a Mac, Chrome has no place for a tab. */
async function create(url: string, active: boolean, { windowId }: { windowId?: number }): Promise<number> {
	const place = windowId === undefined ? {} : { windowId };
	const windows = await chrome.windows.getAll({ windowTypes: ["normal"] });
	const tab =
		windows.length > 0
			? await chrome.tabs.create({ url, active, ...place })
			: (await chrome.windows.create({ url, focused: active }))?.tabs?.[0];
	if (tab?.id === undefined) throw new MonkError("NAVIGATION_FAILED", "Chrome opened no tab");
	return tab.id;
}

const nothing = async (): Promise<void> => undefined;

/** Opens a tab in the background and shares it as the grant that allowed it. */
export const newTab: Tool<"browser_new_tab"> = async ({ url, active = false }, call, realm) => {
	const address = url === undefined ? "about:blank" : addressOf(url);
	const leave = await requireLeave(address);
	call.check();
	call.isActing = true;
	const watch = new NavigationWatch();
	try {
		const tabId = await create(address, active, leave.kind === "copy" ? leave : {});
		watch.keep(tabId);
		call.tabId = tabId;
		if (leave.kind === "copy") await addGrant({ ...leave.of, id: crypto.randomUUID(), scope: { kind: "tab", tabId } });
		const aftermath = new Aftermath({ id: tabId }, call, watch);
		const started = url === undefined ? [] : await watched(tabId, aftermath, nothing, call, realm);
		const navigation = started.find((event) => event.kind === "navigation");
		if (navigation?.state === "failed")
			throw new MonkError("NAVIGATION_FAILED", `the new tab is open, but ${navigation.error}`);
		const slots = await slotsOf([tabId]);
		const loaded = navigation === undefined || navigation.state === "loaded";
		return {
			tabId,
			slot: slots.get(tabId) ?? 0,
			url: (await chrome.tabs.get(tabId)).url || address,
			loaded,
			...(started.length === 0 ? {} : { started: [...started] }),
		};
	} finally {
		watch.stop();
	}
};
