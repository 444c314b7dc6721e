import type { ToolArgs } from "../../catalog/catalog.ts";
import { MonkError } from "../../errors/error.ts";
import type { ToolHandler } from "./handler.ts";
import { charsFor } from "./snapshot.ts";

function summary(count: number, shown: number, late?: true): string {
	const note = late
		? "\nThe page is too long to be read in time: its later part was not searched. Ask with root for a part of it."
		: "";
	if (count === 0) return `Nothing found${note}`;
	const rest = shown < count ? `; the first ${shown} are shown` : "";
	return `${count} ${count === 1 ? "line matches" : "lines match"}${rest}${note}`;
}

export const find: ToolHandler<ToolArgs<"browser_find">> = {
	on: "tab",
	async run({ max_chars, ...args }, call) {
		if ((args.text === undefined) === (args.regex === undefined))
			throw new MonkError("INVALID_ARGUMENT", "browser_find: give one of text and regex");
		const size = charsFor(max_chars === undefined ? {} : { max_chars });
		const { found, count, shown, late, url, title } = await call.ask("browser_find", { ...args, ...size });
		return {
			result: summary(count, shown, late),
			page: { profile: call.profile.slug, tab: call.tab.slot, url, title },
			...(count === 0 ? {} : { snapshot: found }),
			structured: {
				profile: call.profile.slug,
				tab: call.tab.slot,
				url,
				count,
				shown,
				found: count === 0 ? "" : found,
			},
		};
	},
};
