import type { ToolArgs } from "../../catalog/catalog.ts";
import { MonkError } from "../../errors/error.ts";
import type { ToolHandler } from "./handler.ts";

export const closeTab: ToolHandler<ToolArgs<"browser_close_tab">> = {
	on: "tab",
	async run({ confirm = false }, call) {
		const { profile, tab, memory } = call;
		if (!confirm && !memory.hasOpened(profile.profileId, tab.tabId))
			throw new MonkError("CONFIRM_REQUIRED", `tab ${tab.slot} was not opened by this client`);
		await call.ask("browser_close_tab");
		memory.dropOpened(profile.profileId, tab.tabId);
		return { result: `Closed tab ${tab.slot} of ${profile.slug}` };
	},
};
