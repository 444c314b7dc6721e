import type { ToolResult } from "../../lib/catalog/control.ts";
import { type ExitStatus, exitStatusOfText } from "./exit.ts";
import { print, printJson, say } from "./output.ts";
import { shellHint } from "./shell-hint.ts";

type Content = ToolResult["content"][number];

const textOf = (content: Content): string =>
	content.type === "text" ? content.text : `(an image, ${content.mimeType}; --json prints it)`;

function codeOf({ structuredContent }: ToolResult): unknown {
	return structuredContent !== undefined && "code" in structuredContent ? structuredContent.code : undefined;
}

/** The owner words its next steps for agents. */
function errorText({ structuredContent }: ToolResult, text: string, tool: string): string {
	const { code, hint } = (structuredContent ?? {}) as { readonly code?: unknown; readonly hint?: unknown };
	const words = text.replace(/^### Error\n/, "");
	if (typeof code !== "string" || typeof hint !== "string" || hint === "") return words;
	return words.replace(`\n${hint}`, () => `\n${shellHint(code, hint, tool)}`);
}

/** The result of a tool on the terminal: its text to stdout, an error to stderr, or all of it as one line of JSON. */
export function showResult(result: ToolResult, json: boolean, tool: string): ExitStatus {
	const text = result.content.map(textOf).join("\n");
	if (json) printJson(result);
	else if (result.isError) say(errorText(result, text, tool));
	else print(text);
	return result.isError ? exitStatusOfText(codeOf(result)) : 0;
}
