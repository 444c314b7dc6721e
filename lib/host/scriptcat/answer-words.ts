import { toolOfMethod } from "../../catalog/script-tools.ts";
import type { ScriptMethod } from "../../catalog/scripts.ts";
import type { ErrorCode } from "../../errors/codes.ts";
import { asMonkError, MonkError } from "../../errors/error.ts";

type Hints = Partial<Record<ScriptMethod, string>>;

/** ScriptCat says no more than a code and a few words; the next step depends on what was asked. */
const hints: Partial<Record<ErrorCode, { readonly by?: Hints; readonly otherwise: string }>> = {
	INVALID_REQUEST: {
		by: {
			"scripts.edit.request":
				"Read the source anew and copy each oldText exactly; one that occurs often needs more text around it, or replaceAll.",
			"scripts.source.get": "Ask for lines that are there: an answer's totalLines says how many.",
		},
		otherwise: "Check the arguments.",
	},
	INTERNAL_ERROR: {
		by: {
			"scripts.install.request":
				"ScriptCat says no more: the address cannot be downloaded, or what it has is no user script.",
		},
		otherwise: "ScriptCat says no more; its own log may (Settings, Logs).",
	},
	PAYLOAD_TOO_LARGE: {
		by: {
			"scripts.source.get": "Find the place with scripts_grep, then ask for its startLine and endLine.",
		},
		otherwise: "Ask for less at once.",
	},
	NOT_FOUND: { otherwise: "scripts_list lists the scripts that there are." },
	CONFLICT: { otherwise: "The script changed meanwhile: read it anew, then decide again." },
};

/** What ScriptCat answered, as one clear line with the next step. */
export function inOurWords(method: ScriptMethod, thrown: unknown): MonkError {
	const error = asMonkError(thrown);
	const tool = toolOfMethod[method];
	if (error.code === "TIMEOUT" && method !== "scripts.list" && method !== "scripts.metadata.get")
		return new MonkError("OPERATION_EXPIRED", `${tool}: nobody decided in the browser within five minutes`);
	const rule = hints[error.code];
	if (rule === undefined) return error;
	return new MonkError(error.code, `${tool}: ScriptCat answers "${error.message}"`, {
		hint: rule.by?.[method] ?? rule.otherwise,
		data: error.data,
	});
}
