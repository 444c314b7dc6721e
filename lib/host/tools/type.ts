import type { ToolArgs } from "../../catalog/catalog.ts";
import { acted } from "./acted.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

/** Characters of a field's content that are worth telling. */
const told = 200;

function difference(differs: true | undefined, holds: string | undefined): string {
	if (differs === undefined) return "";
	if (holds === undefined) return "\nThe field does not hold what was typed: the page changed it";
	return `\nThe field does not hold what was typed but ${JSON.stringify(oneLine(holds).slice(0, told))}`;
}

const complaint = (invalid: string | undefined): string =>
	invalid === undefined ? "" : `\nThe field does not accept it: ${JSON.stringify(oneLine(invalid).slice(0, told))}`;

/** What was typed is not said: it may be a password, and whoever called knows it. */
export const type: ToolHandler<ToolArgs<"browser_type">> = {
	on: "tab",
	async run(args, call) {
		const { differs, holds, invalid, ...end } = await call.ask("browser_type", args);
		const sent = args.submit ? " and submitted" : "";
		const words = difference(differs, holds) + complaint(invalid);
		const what = `Typed into ${oneLine(args.element ?? args.ref)}${sent}${words}`;
		return pageAfter(call, acted(what, end));
	},
};
