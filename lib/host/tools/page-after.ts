import { asMonkError, errorLine } from "../../errors/error.ts";
import type { TabCall, ToolOutput } from "./handler.ts";

/** Reads the page for an agent: its tree and where it is. */
export async function readPage(call: TabCall): Promise<ToolOutput> {
	const { url, title, snapshot } = await call.ask("browser_snapshot");
	return { page: { profile: call.profile.slug, tab: call.tab.slot, url, title }, snapshot };
}

/**
 * What an act answers: what was done, then the page as it is now. The act has happened, so a page that cannot be
 * read afterwards is told and is no error.
 */
export async function pageAfter(call: TabCall, result: string): Promise<ToolOutput> {
	try {
		return { result, ...(await readPage(call)) };
	} catch (thrown) {
		const page = { profile: call.profile.slug, tab: call.tab.slot };
		return { result: `${result}\nThe page could not be read afterwards: ${errorLine(asMonkError(thrown))}`, page };
	}
}
