import type { ToolResult } from "../../lib/catalog/control.ts";
import { type ExitStatus, exitStatusOfText } from "./exit.ts";
import { print, printJson, say } from "./output.ts";

type Content = ToolResult["content"][number];

const textOf = (content: Content): string =>
	content.type === "text" ? content.text : `(an image, ${content.mimeType}; --json prints it)`;

function codeOf({ structuredContent }: ToolResult): unknown {
	return structuredContent !== undefined && "code" in structuredContent ? structuredContent.code : undefined;
}

/** A tool's result on the terminal: its text to stdout, an error to stderr, or all of it as one line of JSON. */
export function showResult(result: ToolResult, json: boolean): ExitStatus {
	const text = result.content.map(textOf).join("\n");
	if (json) printJson(result);
	else if (result.isError) say(text.replace(/^### Error\n/, ""));
	else print(text);
	return result.isError ? exitStatusOfText(codeOf(result)) : 0;
}
