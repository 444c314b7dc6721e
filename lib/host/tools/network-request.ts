import type { LinkResult, ToolArgs } from "../../catalog/catalog.ts";
import type { ToolHandler } from "./handler.ts";
import { endOf } from "./network-requests.ts";
import { placeOf } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

type Told = LinkResult<"browser_network_request">;

const headerLines = (headers: Readonly<Record<string, string>> = {}): readonly string[] =>
	Object.entries(headers).map(([name, value]) => `${name}: ${oneLine(value)}`);

const part = (title: string, lines: readonly string[]): readonly string[] =>
	lines.length === 0 ? [] : [`# ${title}`, ...lines, ""];

function text(told: Told): string {
	return [
		...part("Request headers", headerLines(told.requestHeaders)),
		...part("Request body", told.requestBody === undefined ? [] : [told.requestBody]),
		...part("Answer's headers", headerLines(told.responseHeaders)),
		...part("Answer's body", told.responseBody === undefined ? [] : [told.responseBody]),
	].join("\n");
}

function summary(told: Told): string {
	const times = [
		told.waitMs === undefined ? "" : `waited ${told.waitMs} ms`,
		told.receiveMs === undefined ? "" : `received in ${told.receiveMs} ms`,
	].filter(Boolean);
	const omitted =
		told.omitted === 0 ? "" : `\n${told.omitted} characters of bodies are left out: ask for more with max_chars.`;
	return `${told.method} ${oneLine(told.url)} => ${[endOf(told), ...times].join(", ")}${omitted}`;
}

export const networkRequest: ToolHandler<ToolArgs<"browser_network_request">> = {
	on: "tab",
	async run({ id, max_chars: maxChars }, call) {
		const told = await call.ask("browser_network_request", { id, ...(maxChars === undefined ? {} : { maxChars }) });
		const { tabId: _, ...structured } = told;
		return { result: summary(told), text: text(told), page: placeOf(call), structured };
	},
};
