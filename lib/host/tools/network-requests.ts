import type { LinkResult, ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { placeOf } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

type Listed = LinkResult<"browser_network_requests">;

/** Characters of an address that are worth a line. */
const TOLD = 300;

/** How a request ended, in a word or two. */
export const endOf = ({ status, error }: Pick<Listed["requests"][number], "status" | "error">): string =>
	error === undefined ? (status === undefined ? "no answer yet" : String(status)) : oneLine(error);

function line(entry: Listed["requests"][number]): string {
	const { id, method, url, type, ms, bytes } = entry;
	const facts = [ms === undefined ? "" : `${ms} ms`, bytes === undefined ? "" : `${bytes} bytes`].filter(Boolean);
	return `${id}. [${type}] ${method} ${oneLine(url).slice(0, TOLD)} => ${endOf(entry)}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
}

function summary({ recording, requests, dropped }: Listed): string {
	if (!recording) return "This tab is not recorded: pass record: true, then do what makes the requests.";
	const count = requests.length === 1 ? "1 request" : `${requests.length} requests`;
	return `${count} since recording began${dropped === 0 ? "" : `, ${dropped} older ones dropped`}.`;
}

export const networkRequests: ToolHandler<ToolArgs<"browser_network_requests">> = {
	on: "tab",
	async run(args, call) {
		const told = await call.ask("browser_network_requests", args);
		const { tabId: _, ...structured } = told;
		return {
			result: summary(told),
			...(told.requests.length === 0 ? {} : { text: told.requests.map(line).join("\n") }),
			page: placeOf(call),
			structured,
		};
	},
};
