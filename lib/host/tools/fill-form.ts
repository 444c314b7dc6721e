import type { LinkResult, ToolArgs } from "../../catalog/catalog.ts";
import { acted } from "./acted.ts";
import type { ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

/** Characters of a field's content that are worth telling. */
const TOLD = 200;

type Differing = NonNullable<LinkResult<"browser_fill_form">["differing"]>[number];

const difference = ({ ref, holds }: Differing): string =>
	holds === undefined
		? `${ref} does not hold what it was given: the page changed it`
		: `${ref} does not hold what it was given but ${JSON.stringify(oneLine(holds).slice(0, TOLD))}`;

type Invalid = NonNullable<LinkResult<"browser_fill_form">["invalid"]>[number];

const complaint = ({ ref, why }: Invalid): string =>
	`${ref} does not accept what it holds: ${JSON.stringify(oneLine(why).slice(0, TOLD))}`;

/** What was filled in is not said: it may be a secret, and whoever called knows it. */
export const fillForm: ToolHandler<ToolArgs<"browser_fill_form">> = {
	on: "tab",
	async run(args, call) {
		const { differing, invalid = [], ...end } = await call.ask("browser_fill_form", args);
		const fields = args.fields.length === 1 ? "1 field" : `${args.fields.length} fields`;
		const lines =
			differing === undefined
				? [`Began to fill in ${fields}; a dialog came before the end`]
				: [`Filled in ${fields}`, ...differing.map(difference), ...invalid.map(complaint)];
		return pageAfter(call, acted(lines.join("\n"), end));
	},
};
