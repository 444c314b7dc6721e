import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";

export const newTab: ToolHandler<ToolArgs<"browser_new_tab">> = {
	on: "profile",
	async run({ temporary = false, ...args }, call) {
		const { tabId, slot, url, loaded } = await call.ask("browser_new_tab", args);
		call.memory.addOpened({ profileId: call.profile.profileId, tabId, isTemporary: temporary });
		const loading = loaded ? "" : "\nThe page is still loading.";
		const output = await pageAfter(await call.tab(slot), `Opened tab ${slot}${loading}`);
		return { ...output, structured: { tab: slot, url } };
	},
};
