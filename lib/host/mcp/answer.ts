import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { ToolResult } from "../../catalog/control.ts";
import { errorLine, MonkError } from "../../errors/error.ts";
import type { ListedTool } from "../tool-list.ts";
import { renderError } from "../tools/render.ts";

/**
 * A tool's result as MCP takes it. Data goes along only where the tool's `outputSchema` announces it: clients that find
 * data show it in place of the text, and an act's text holds the page.
 */
export function answer({ content, isError, structuredContent }: ToolResult, tool?: ListedTool): CallToolResult {
	const hasData = structuredContent !== undefined && (isError === true || tool?.outputSchema !== undefined);
	return {
		content: content.map((part) => ({ ...part })),
		...(isError === undefined ? {} : { isError }),
		...(hasData ? { structuredContent: { ...structuredContent } } : {}),
	};
}

const told = (thrown: unknown): MonkError =>
	thrown instanceof MonkError ? thrown : new MonkError("INTERNAL_ERROR", "internal error", { cause: thrown });

/** An agent can act on a result that says what went wrong; a protocol error would only reach its client's log. */
export const failure = (thrown: unknown): CallToolResult => answer(renderError(told(thrown)));

const callersFault: ReadonlySet<string> = new Set(["INVALID_ARGUMENT", "NOT_FOUND", "CONFLICT"]);

/** For requests whose answer has no place for an error of ours. */
export function protocolError(thrown: unknown): McpError {
	if (thrown instanceof McpError) return thrown;
	const error = told(thrown);
	const code = callersFault.has(error.code) ? ErrorCode.InvalidParams : ErrorCode.InternalError;
	return new McpError(code, `${errorLine(error)}. ${error.hint}`, { code: error.code, hint: error.hint });
}
