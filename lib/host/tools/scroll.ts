import type { ToolArgs } from "../../catalog/catalog.ts";
import { acted } from "./acted.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

function what({ ref, element, direction }: ToolArgs<"browser_scroll">, moved: boolean | undefined): string {
	const name = ref === undefined ? undefined : oneLine(element ?? ref);
	if (name !== undefined && direction === undefined)
		return moved === false ? `${name} was in view already` : `Scrolled ${name} into view`;
	const over = name === undefined ? "" : ` over ${name}`;
	if (moved !== false) return `Scrolled ${direction ?? "down"}${over}`;
	return `Turned the wheel ${direction ?? "down"}${over}, and nothing scrolled: the end is reached, or the page used the wheel itself`;
}

export const scroll: ToolHandler<ToolArgs<"browser_scroll">> = {
	on: "tab",
	async run(args, call) {
		const { moved, ...end } = await call.ask("browser_scroll", args);
		return pageAfter(call, acted(what(args, moved), end));
	},
};
