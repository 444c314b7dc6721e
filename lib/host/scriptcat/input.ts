import { problemWith } from "../../catalog/define.ts";
import { MAX_SOURCE_BYTES } from "../../catalog/script-limits.ts";
import { toolOfMethod } from "../../catalog/script-tools.ts";
import { type ScriptInput, type ScriptMethod, scriptMessages } from "../../catalog/scripts.ts";
import { MonkError } from "../../errors/error.ts";
import { limits } from "../../wire/limits.ts";
import { sourceTooLong } from "./source-size.ts";

type Check<M extends ScriptMethod> = (input: ScriptInput<M>) => void;

const invalid = (method: ScriptMethod, why: string): MonkError =>
	new MonkError("INVALID_ARGUMENT", `${toolOfMethod[method]}: ${why}`);

function checkSize(method: ScriptMethod, what: string, text: string): void {
	if (Buffer.byteLength(text) <= MAX_SOURCE_BYTES) return;
	throw sourceTooLong(`${toolOfMethod[method]}: ${what}`);
}

/** For what surrounds the input in a frame. */
const envelopeBytes = 1024;

/** In JSON a control character takes six bytes, so that a source within its limit may not fit into a frame. */
function checkFrame(method: ScriptMethod, input: object): void {
	if (Buffer.byteLength(JSON.stringify(input)) <= limits.scriptCatFrameBytes - envelopeBytes) return;
	throw new MonkError("PAYLOAD_TOO_LARGE", `${toolOfMethod[method]}: written as JSON it is longer than 4 MiB`, {
		hint: "Leave out control characters, or install it from an address.",
	});
}

function checkWindow({ startLine, endLine }: ScriptInput<"scripts.source.get">): void {
	if ((startLine === undefined) !== (endLine === undefined))
		throw invalid("scripts.source.get", "give startLine and endLine together");
	if (startLine !== undefined && endLine !== undefined && endLine < startLine)
		throw invalid("scripts.source.get", "endLine comes before startLine");
}

/** It is only compiled here: one that runs for ever runs in ScriptCat, and can be cancelled. */
function checkPattern({ query, mode, ignoreCase }: ScriptInput<"scripts.source.grep">): void {
	if (mode !== "regex") return;
	try {
		new RegExp(query, ignoreCase ? "i" : "");
	} catch {
		throw invalid("scripts.source.grep", "query is no regular expression that compiles");
	}
}

function checkInstall({ code, url }: ScriptInput<"scripts.install.request">): void {
	if ((code === undefined) === (url === undefined))
		throw invalid("scripts.install.request", "give one of code and url");
	if (url !== undefined && !URL.canParse(url)) throw invalid("scripts.install.request", "url is no address");
	if (code !== undefined) checkSize("scripts.install.request", "code", code);
}

const checks: { readonly [M in ScriptMethod]?: Check<M> } = {
	"scripts.source.get": checkWindow,
	"scripts.source.grep": checkPattern,
	"scripts.install.request": checkInstall,
	"scripts.edit.request": ({ edits }) => {
		for (const { newText } of edits) checkSize("scripts.edit.request", "a newText", newText);
	},
};

/**
 * Checks a call before a byte of it is sent, because ScriptCat drops the connection over one that does not fit, and
 * asks a person before it finds what is wrong with some others.
 *
 * @throws MonkError INVALID_ARGUMENT or PAYLOAD_TOO_LARGE
 */
export function checkInput<M extends ScriptMethod>(method: M, input: ScriptInput<M>): void {
	const problem = problemWith(scriptMessages[method].params, { clientId: "monk", input });
	if (problem !== undefined) throw invalid(method, problem.replaceAll("input.", ""));
	(checks[method] as Check<M> | undefined)?.(input);
	checkFrame(method, input);
}
