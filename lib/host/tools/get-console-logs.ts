import type { LinkResult, ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";

type Logs = LinkResult<"browser_get_console_logs">;

/** A line break in a message could pass for the next message, so what follows one is set in. */
const line = ({ level, text, source }: Logs["logs"][number]): string =>
	`[${level}] ${text.replace(/\n/g, "\n    ")}${source === undefined ? "" : ` (${source})`}`;

function summary({ logs, next, dropped, since }: Logs): string {
	const count = logs.length === 1 ? "1 message" : `${logs.length} messages`;
	const lost = dropped === 0 ? "" : `, ${dropped} older ones dropped`;
	return `${count}${lost}; complete since ${new Date(since).toISOString()}. Pass since: "${next}" for what comes later.`;
}

export const getConsoleLogs: ToolHandler<ToolArgs<"browser_get_console_logs">> = {
	on: "tab",
	async run(args, call) {
		const { tabId: _, ...told } = await call.ask("browser_get_console_logs", args);
		return {
			result: summary({ tabId: call.tab.tabId, ...told }),
			...(told.logs.length === 0 ? {} : { text: told.logs.map(line).join("\n") }),
			page: { profile: call.profile.slug, tab: call.tab.slot, url: call.tab.url },
			structured: told,
		};
	},
};
