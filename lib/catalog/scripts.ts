import { type } from "arktype";
import { nothing, notification, type ParamsOf, type RequestsFrom, type ResultOf, request } from "./define.ts";
import { MAX_SOURCE_BYTES } from "./script-limits.ts";

/**
 * User scripts, as ScriptCat gives them to whoever holds its External Access. Whatever a script says of itself, and all
 * of its source, is data that a stranger may have written.
 */

/** Bytes of source that an agent gets at once; the way out is to search and then to ask for lines. */
export const AGENT_SOURCE_BYTES = 64 * 1024;

/** A version nibble from 1 to 5: ScriptCat closes the connection over any other. */
export const uuid = type(
	/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/,
).describe("a script's uuid, as the list of scripts gives it");

const fromOne = "number.integer >= 1";

export const windowArgs = { "startLine?": fromOne, "endLine?": fromOne } as const;

export const grepArgs = {
	uuid,
	query: "string > 0",
	"mode?": "'text' | 'regex'",
	"ignoreCase?": "boolean",
	"contextLines?": "0 <= number.integer <= 10",
	"maxMatches?": "1 <= number.integer <= 200",
} as const;

export const installArgs = { "code?": "string > 0", "url?": "string > 0" } as const;

export const toggleArgs = { uuid, enable: "boolean" } as const;

export const edits = type({ "+": "reject", oldText: "string > 0", newText: "string", "replaceAll?": "boolean" })
	.array()
	.atLeastLength(1);

/** Plain enough to stand in a line of ours, whoever made it. */
const anyUuid = type(/^[0-9a-fA-F-]{1,64}$/).describe("a uuid");

const summary = {
	uuid: anyUuid,
	name: "string",
	namespace: "string",
	type: "'normal' | 'crontab' | 'background'",
	enabled: "boolean",
	/** ISO 8601, UTC, with milliseconds. */
	updatedAt: "string",
	hasUpdateUrl: "boolean",
	"version?": "string",
	"author?": "string",
	"description?": "string",
} as const;

const metadataTrust = { contentTrust: "'untrusted-user-script-metadata'" } as const;
const sourceTrust = { contentTrust: "'untrusted-user-script-source'" } as const;

export const listResult = type({
	"+": "reject",
	scripts: type({ "+": "reject", ...summary }).array(),
	...metadataTrust,
});

export const metadataResult = type({
	"+": "reject",
	...summary,
	...metadataTrust,
	matches: "string[]",
	includes: "string[]",
	excludes: "string[]",
	grants: "string[]",
	connects: "string[]",
	requires: "string[]",
	resources: "string[]",
	"runAt?": "string",
	"crontab?": "string",
});

/** Lines are what lies between line feeds, counted from 1; `sha256` is of the whole file's UTF-8, always. */
export const sourceResult = type({
	"+": "reject",
	uuid: anyUuid,
	name: "string",
	"version?": "string",
	code: "string",
	sha256: "/^[0-9a-f]{64}$/",
	...sourceTrust,
	startLine: "number.integer",
	endLine: "number.integer",
	totalLines: "number.integer",
});

const match = { lineNumber: "number.integer", line: "string", before: "string[]", after: "string[]" } as const;

export const grepResult = type({
	"+": "reject",
	uuid: anyUuid,
	name: "string",
	"version?": "string",
	matches: type({ "+": "reject", ...match }).array(),
	totalMatches: "number.integer",
	truncated: "boolean",
	skippedLongLines: "number.integer",
	totalLines: "number.integer",
	sha256: "/^[0-9a-f]{64}$/",
	...sourceTrust,
});

/** These three may carry more: ScriptCat leaves them open. */
const mutationResult = type({ uuid: anyUuid, name: "string", enabled: "boolean" });
const toggleResult = type({ uuid: anyUuid, enabled: "boolean" });
const deleteResult = type({ uuid: anyUuid, deleted: "true" });

/** Milliseconds: a person has five minutes to decide; where nobody is asked the answer comes sooner. */
const askingMs = 300_000;
const plainMs = 30_000;

/** Who calls, as that client calls itself: for ScriptCat's own log, and trusted for nothing. */
const clientId = { clientId: "string <= 64" } as const;

/** Params of a call, beside which ScriptCat takes no other: `input` must fit its own check, or it closes the connection. */
export const scriptMessages = {
	"scripts.list": request("owner", "read", plainMs, type({ "+": "reject", ...clientId, input: nothing }), listResult),
	"scripts.metadata.get": request(
		"owner",
		"read",
		plainMs,
		type({ "+": "reject", ...clientId, input: { "+": "reject", uuid } }),
		metadataResult,
	),
	"scripts.source.get": request(
		"owner",
		"read",
		askingMs,
		type({
			"+": "reject",
			...clientId,
			input: { "+": "reject", uuid, ...windowArgs, "maxBytes?": `1 <= number.integer <= ${MAX_SOURCE_BYTES}` },
		}),
		sourceResult,
	),
	"scripts.source.grep": request(
		"owner",
		"read",
		askingMs,
		type({ "+": "reject", ...clientId, input: { "+": "reject", ...grepArgs } }),
		grepResult,
	),
	"scripts.install.request": request(
		"owner",
		"act",
		askingMs,
		type({ "+": "reject", ...clientId, input: { "+": "reject", ...installArgs } }),
		mutationResult,
	),
	"scripts.toggle.request": request(
		"owner",
		"act",
		askingMs,
		type({ "+": "reject", ...clientId, input: { "+": "reject", ...toggleArgs } }),
		toggleResult,
	),
	"scripts.delete.request": request(
		"owner",
		"act",
		askingMs,
		type({ "+": "reject", ...clientId, input: { "+": "reject", uuid } }),
		deleteResult,
	),
	"scripts.edit.request": request(
		"owner",
		"act",
		askingMs,
		type({ "+": "reject", ...clientId, input: { "+": "reject", uuid, edits } }),
		mutationResult,
	),
} as const;

/** What the owner says again on ScriptCat's link by itself, when a cancel may have come too early. */
export const cancelMessages = {
	"$/cancelRequest": notification("owner", type({ "+": "reject", id: "string" })),
} as const;

export const scriptMethods = Object.keys(scriptMessages) as (keyof typeof scriptMessages)[];

export type ScriptMethod = RequestsFrom<typeof scriptMessages, "owner">;
export type ScriptInput<M extends ScriptMethod> = ParamsOf<(typeof scriptMessages)[M]>["input"];
export type ScriptResult<M extends ScriptMethod> = ResultOf<(typeof scriptMessages)[M]>;
export type ScriptSummary = ScriptResult<"scripts.list">["scripts"][number];
export type ScriptEdit = (typeof edits.infer)[number];

/**
 * Whom a method waits for. `nobody`: answered at once, and may be asked again at any time. `reader`: a person may be
 * asked to show the source; asking again asks them again. `writer`: a person may be asked to let it happen, so it is
 * never sent twice.
 */
export const scriptAsks = {
	"scripts.list": "nobody",
	"scripts.metadata.get": "nobody",
	"scripts.source.get": "reader",
	"scripts.source.grep": "reader",
	"scripts.install.request": "writer",
	"scripts.toggle.request": "writer",
	"scripts.delete.request": "writer",
	"scripts.edit.request": "writer",
} as const satisfies Record<ScriptMethod, "nobody" | "reader" | "writer">;
