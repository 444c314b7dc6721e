import type { ToolArgs } from "../../catalog/catalog.ts";
import { MonkError } from "../../errors/error.ts";
import { openedKey, type ToolHandler } from "./handler.ts";

export const closeTab: ToolHandler<ToolArgs<"browser_close_tab">> = {
	on: "tab",
	async run({ confirm = false }, call) {
		const { profile, tab, opened } = call;
		const key = openedKey(profile, tab.tabId);
		if (!confirm && !opened.has(key))
			throw new MonkError("CONFIRM_REQUIRED", `tab ${tab.slot} was not opened by this client`);
		await call.ask("browser_close_tab");
		opened.delete(key);
		return { result: `Closed tab ${tab.slot} of ${profile.slug}` };
	},
};
