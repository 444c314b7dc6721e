import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

export const navigate: ToolHandler<ToolArgs<"browser_navigate">> = {
	on: "tab",
	async run({ url }, call) {
		const reached = await call.ask("browser_navigate", { url });
		const status = reached.status === undefined ? "" : ` (HTTP ${reached.status})`;
		const loading = reached.loaded ? "" : "\nThe page is still loading.";
		return pageAfter(call, `Navigated to ${oneLine(reached.url)}${status}${loading}`);
	},
};
