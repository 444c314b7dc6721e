import type { ToolArgs } from "../../catalog/catalog.ts";
import { acted } from "./acted.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

const quoted = (labels: readonly string[]): string =>
	labels.length === 0 ? "nothing" : labels.map((label) => JSON.stringify(oneLine(label))).join(", ");

function what(name: string, selected: readonly string[] | undefined, differs: true | undefined): string {
	if (selected === undefined) return `Chose in ${name}; a dialog came before the choice could be looked at`;
	return differs === undefined
		? `Chose ${quoted(selected)} in ${name}`
		: `Chose in ${name}, but the page made of it: ${quoted(selected)}`;
}

export const selectOption: ToolHandler<ToolArgs<"browser_select_option">> = {
	on: "tab",
	async run(args, call) {
		const { selected, differs, ...end } = await call.ask("browser_select_option", args);
		const name = oneLine(args.element ?? args.ref);
		return pageAfter(call, acted(what(name, selected, differs), end));
	},
};
