import { type ArkError, type } from "arktype";
import type { NotificationRule, RequestRule, Rules } from "../wire/rules.ts";
import type { Entry, Shape } from "./define.ts";

/** A table of the catalogue as the wire needs it. Nothing is checked, and no shape is run, before a message comes. */
export const rulesOf = (table: Readonly<Record<string, Entry>>): Rules =>
	Object.fromEntries(Object.entries(table).map(([method, entry]) => [method, ruleOf(entry)]));

function ruleOf(entry: Entry): RequestRule | NotificationRule {
	const problemWithParams = (value: unknown) => misfit(entry.params, value);
	if (entry.kind === "notification") return { kind: "notification", problemWithParams };
	const { timeoutMs, effect, result } = entry;
	return { kind: "request", timeoutMs, effect, problemWithParams, problemWithResult: (value) => misfit(result, value) };
}

/**
 * Where a value does not fit and what should stand there. Unlike `problemWith` it never quotes the value, because
 * what crosses the wire may be a page's text or a key, and these lines are logged.
 */
function misfit(shape: Shape, value: unknown): string | undefined {
	const read = shape(value);
	if (!(read instanceof type.errors)) return undefined;
	return read.map(describe).join("; ");
}

/** A union's own words quote the value, so its parts are described one by one. */
function describe(fault: ArkError): string {
	const parts = fault.hasCode("union") ? fault.errors : [];
	if (parts.length > 0) return parts.map(describe).join(" or ");
	return `${fault.propString || "the whole"} must be ${fault.expected}`;
}
