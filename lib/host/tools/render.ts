import type { ToolResult } from "../../catalog/control.ts";
import { errorLine, type MonkError } from "../../errors/error.ts";
import type { PageFacts, ToolOutput } from "./handler.ts";
import { addressLine, oneLine, visibleLines } from "./plain-text.ts";

const section = (name: string, body: string): string => `### ${name}\n${body}`;

function originOf(url: string | undefined): string {
	if (url === undefined || !URL.canParse(url)) return "unknown";
	const { origin, protocol } = new URL(url);
	return origin === "null" ? protocol : origin;
}

/** A line of page text that could pass for the fence's end gets its ticks escaped. */
const escapeFences = (text: string): string =>
	visibleLines(text).replace(
		/^([ \t]*)(`{3,})/gm,
		(_, indent: string, ticks: string) => `${indent}${"\\`".repeat(ticks.length)}`,
	);

const fence = (language: string, body: string): string => `\`\`\`${language}\n${body}\n\`\`\``;

/**
 * Page text between lines that the page cannot write: they carry a word that is drawn anew for each result. The
 * origin says whose text it is. The fence's own line is the one that agents and their tools know.
 */
const pageFence = (language: "text" | "yaml", origin: string, nonce: string, text: string): string =>
	fence(language, `# page=${nonce} origin=${origin}\n${escapeFences(text)}\n# end of page ${nonce}`);

const snapshotLine = ({ id, base }: NonNullable<PageFacts["snapshot"]>): string =>
	base === undefined ? id : `${id}, as changes to ${base}: "unchanged" and "removed" stand for nodes of that one`;

function pageLines({ profile, tab, url, title, snapshot }: PageFacts): string {
	const lines = [`- Profile: ${profile}`, `- Tab: ${tab}`];
	if (url !== undefined) lines.push(`- URL: ${addressLine(url)}`);
	if (title !== undefined) lines.push(`- Title: ${oneLine(title)}`);
	if (snapshot !== undefined) lines.push(`- Snapshot: ${snapshotLine(snapshot)}`);
	return lines.join("\n");
}

/**
 * A tool's output as text, in sections of which only those stand that have something to say.
 *
 * @param nonce a fresh random word
 */
export function render(output: ToolOutput, nonce: string): ToolResult {
	const { result, value, text, script, tabs, page, modal, snapshot, events, structured } = output;
	const origin = originOf(page?.url);
	const sections: string[] = [];
	const results = [
		...(result === undefined ? [] : [result]),
		...(value === undefined ? [] : [fence("json", visibleLines(value))]),
		...(text === undefined ? [] : [pageFence("text", origin, nonce, text)]),
		...(script === undefined ? [] : [pageFence("text", "user-script", nonce, script)]),
	];
	if (results.length > 0) sections.push(section("Result", results.join("\n")));
	if (tabs !== undefined) sections.push(section("Tabs", tabs));
	if (page !== undefined) sections.push(section("Page", pageLines(page)));
	if (modal !== undefined) sections.push(section("Modal state", modal));
	if (snapshot !== undefined) sections.push(section("Snapshot", pageFence("yaml", origin, nonce, snapshot)));
	if (events !== undefined) sections.push(section("Events", events));
	const words = { type: "text" as const, text: sections.join("\n\n") };
	const content = output.image === undefined ? [words] : [words, { type: "image" as const, ...output.image }];
	return structured === undefined ? { content } : { content, structuredContent: { ...structured } };
}

/** A dead ref brings along the tree that is there instead. */
function treeIn({ data }: MonkError): { readonly snapshot: string; readonly url: string } | undefined {
	if (typeof data !== "object" || data === null) return undefined;
	const { snapshot, url } = data as { snapshot?: unknown; url?: unknown };
	return typeof snapshot === "string" && typeof url === "string" ? { snapshot, url } : undefined;
}

export function renderError(error: MonkError, nonce = ""): ToolResult {
	const hint = oneLine(error.hint);
	const sections = [section("Error", `${errorLine(error)}\n${hint}`)];
	const tree = treeIn(error);
	if (tree && nonce !== "")
		sections.push(section("Snapshot", pageFence("yaml", originOf(tree.url), nonce, tree.snapshot)));
	return {
		content: [{ type: "text", text: sections.join("\n\n") }],
		isError: true,
		// Some clients show the data in place of the text.
		structuredContent: { code: error.code, message: oneLine(error.message), hint },
	};
}
