import { MonkError } from "../../../lib/errors/error.ts";
import { shownAddress } from "../../../lib/errors/shown-address.ts";
import { sharesOf } from "../../grant.ts";
import { local } from "../../storage.ts";
import { addressOf } from "../address.ts";
import { Aftermath } from "../aftermath.ts";
import { watched } from "../arrival.ts";
import type { Tool } from "../executor.ts";
import { NavigationWatch } from "../navigation.ts";
import { leaveToOpen, type NewTabLeave } from "../new-tab-grant.ts";
import { addGrant, currentShares, factsOf } from "../shares.ts";
import { slotsOf } from "../slots.ts";
import { stopError } from "../stops.ts";

type Leave = Exclude<NewTabLeave, { kind: "refused" | "ruled-out" }>;

async function requireLeave(url: string, client: string | undefined): Promise<Leave> {
	if (await local.get("stopped")) throw stopError("everything");
	const [shares, tabs, isAllowed] = await Promise.all([currentShares(), chrome.tabs.query({}), local.get("newTabs")]);
	const open = tabs.map((tab) => ({ ...factsOf(tab), windowId: tab.windowId }));
	const leave = leaveToOpen(sharesOf(shares, client), open, url, isAllowed === true, Date.now());
	if (leave.kind === "ruled-out") throw new MonkError("SITE_RULED_OUT", "the person has ruled out that site");
	if (leave.kind !== "refused") return leave;
	throw new MonkError("NOT_SHARED", "nothing that the person shared allows to open a tab for that address", {
		hint: "Ask the person to share a tab to act in, or to allow new tabs, in monk's popup.",
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

async function shareOpened(leave: Leave, tabId: number): Promise<void> {
	const own = { id: crypto.randomUUID(), scope: { kind: "tab", tabId } } as const;
	if (leave.kind === "copy") await addGrant({ ...leave.of, ...own });
	if (leave.kind === "allowed") await addGrant({ ...own, power: "act", until: { kind: "forever" } });
}

/** Opens a tab in the background and shares it as the grant that allowed it. */
export const newTab: Tool<"browser_new_tab"> = async ({ url, active = false }, call, realm) => {
	const address = url === undefined ? "about:blank" : addressOf(url);
	const leave = await requireLeave(address, call.client);
	await call.within(call.mayAct);
	call.check();
	call.isActing = true;
	const watch = new NavigationWatch();
	let aftermath: Aftermath | undefined;
	try {
		const tabId = await create(address, active, leave.kind === "copy" ? leave : {});
		watch.keep(tabId);
		call.tabId = tabId;
		await shareOpened(leave, tabId);
		aftermath = new Aftermath({ id: tabId }, call, watch);
		const started = url === undefined ? [] : await watched(tabId, aftermath, nothing, call, realm);
		const navigation = started.find((event) => event.kind === "navigation");
		if (navigation?.state === "failed")
			throw new MonkError("NAVIGATION_FAILED", `the new tab is open, but ${navigation.error}`);
		const slots = await slotsOf([tabId]);
		const loaded = navigation === undefined || navigation.state === "loaded";
		return {
			tabId,
			slot: slots.get(tabId) ?? 0,
			url: shownAddress((await chrome.tabs.get(tabId)).url || address),
			loaded,
			...(started.length === 0 ? {} : { started: [...started] }),
		};
	} finally {
		aftermath?.stop();
		watch.stop();
	}
};
