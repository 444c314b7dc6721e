import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { charsFor, intoFile } from "./snapshot.ts";

interface Reading {
	readonly torn?: true;
	readonly late?: true;
}

function summary(length: number, omitted: number, { torn, late }: Reading): string {
	const change = torn ? "\nThe page changed while it was read, so that parts of this may be older than others." : "";
	const rest = late
		? "\nThe page is too long to be read in time, so the rest of it is left out. Ask with root for a part of it."
		: "";
	const note = rest + change;
	if (length === 0) return `No text${note}`;
	const cut = `; ${omitted} more left out by max_chars. Ask with root, a larger max_chars or a file for them.`;
	return `Text of ${length} characters${omitted === 0 ? "" : cut}${note}`;
}

export const getText: ToolHandler<ToolArgs<"browser_get_text">> = {
	on: "tab",
	async run({ root, format, ...size }, call) {
		const { text, url, title, omitted, ...how } = await call.ask("browser_get_text", {
			...(root === undefined ? {} : { root }),
			...(format === undefined ? {} : { format }),
			...charsFor(size),
		});
		const page = { profile: call.profile.slug, tab: call.tab.slot, url, title };
		const output = { result: summary(text.length, omitted, how), page, ...(text === "" ? {} : { text }) };
		return size.file === undefined ? output : intoFile(output, size.file, `${text}\n`, "Text");
	},
};
