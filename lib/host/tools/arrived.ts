import type { LinkResult } from "../../catalog/catalog.ts";
import type { TabCall, ToolOutput } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { addressLine } from "./plain-text.ts";
import { awaitedText, startedLine } from "./started.ts";

/** A data: address is a document: its beginning tells what it is. */
const short = (url: string): string => {
	const line = addressLine(url);
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
};

/** What a navigation answers: where it led, then the page there. One that became a download led nowhere. */
export function arrived(
	call: TabCall,
	verb: string,
	{ url, started = [] }: LinkResult<"browser_navigate">,
): Promise<ToolOutput> {
	const [download] = started.filter(({ kind }) => kind === "download");
	const navigation = started.find(({ kind }) => kind === "navigation");
	if (navigation?.kind === "navigation" && navigation.state !== "waiting") {
		const http = navigation.status === undefined ? "" : ` (HTTP ${navigation.status})`;
		const isLoading = navigation.state === "loading";
		const loading = isLoading ? `\nThe page is still loading${awaitedText(navigation.awaited)}` : "";
		const rest = started.filter((event) => event !== navigation);
		return pageAfter(call, { result: `${verb} ${short(navigation.url)}${http}${loading}`, started: rest });
	}
	const place = short(url);
	const where =
		download === undefined ? `The tab shows ${place}` : `No page came of it, but a download; the tab shows ${place}`;
	const result = navigation === undefined ? where : startedLine(navigation);
	const moved = started.some(({ kind }) => kind === "route");
	return pageAfter(call, { result: moved ? `${verb} ${place}` : result, started });
}
