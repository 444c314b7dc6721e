import type { LinkResult } from "../../catalog/catalog.ts";
import type { TabCall, ToolOutput } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

/** A data: address is a document: its beginning tells what it is. */
const short = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}…` : url);

/** What a navigation answers: where it led, then the page there. */
export function arrived(
	call: TabCall,
	verb: string,
	{ url, status, loaded }: LinkResult<"browser_navigate">,
): Promise<ToolOutput> {
	const http = status === undefined ? "" : ` (HTTP ${status})`;
	const loading = loaded ? "" : "\nThe page is still loading.";
	return pageAfter(call, `${verb} ${oneLine(short(url))}${http}${loading}`);
}
