import type { ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { charsFor, intoFile } from "./snapshot.ts";

function summary(length: number, omitted: number): string {
	if (length === 0) return "No text";
	const cut = `; ${omitted} more left out by max_chars. Ask with root, a larger max_chars or a file for them.`;
	return `Text of ${length} characters${omitted === 0 ? "" : cut}`;
}

export const getText: ToolHandler<ToolArgs<"browser_get_text">> = {
	on: "tab",
	async run({ root, format, ...size }, call) {
		const { text, url, title, omitted } = await call.ask("browser_get_text", {
			...(root === undefined ? {} : { root }),
			...(format === undefined ? {} : { format }),
			...charsFor(size),
		});
		const page = { profile: call.profile.slug, tab: call.tab.slot, url, title };
		const output = { result: summary(text.length, omitted), page, ...(text === "" ? {} : { text }) };
		return size.file === undefined ? output : intoFile(output, size.file, `${text}\n`, "Text");
	},
};
