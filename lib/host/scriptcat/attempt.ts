import { rulesOf } from "../../catalog/rules.ts";
import { toolOfMethod } from "../../catalog/script-tools.ts";
import { type ScriptMethod, type ScriptResult, scriptMessages } from "../../catalog/scripts.ts";
import { fromWireError, MonkError } from "../../errors/error.ts";
import { isMisfit, misfitError } from "../../wire/outgoing.ts";
import type { Peer, StrayAnswer } from "../../wire/peer.ts";
import { requestRule } from "../../wire/rules.ts";
import type { CallEnd } from "./open-calls.ts";

/** WebSocket's close code for a message that was too long. */
export const tooBig = 1009;

/** What came of asking ScriptCat once. */
export type Tried<M extends ScriptMethod> =
	| { readonly kind: "answered"; readonly result: ScriptResult<M> }
	/** The connection ended before the answer came, and it did not come on the next one either. */
	| { readonly kind: "cut"; readonly byCode: number }
	/** An answer came that is none: nothing of it is believed. */
	| { readonly kind: "misfit"; readonly error: unknown };

const rules = rulesOf(scriptMessages);

const isCode = (thrown: unknown, code: string): boolean => thrown instanceof MonkError && thrown.code === code;

/** Asks on one connection. Throws what the peer does, but for a connection that ended and an answer that does not fit. */
export async function requestOn<M extends ScriptMethod>(
	peer: Peer,
	method: M,
	params: object,
	options: { readonly id: string; readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<Tried<M>> {
	try {
		// The peer has held the result against the catalogue's shape for the method.
		return { kind: "answered", result: (await peer.request(method, params, options)) as ScriptResult<M> };
	} catch (thrown) {
		if (isMisfit(thrown)) return { kind: "misfit", error: thrown };
		if (!isCode(thrown, "BROWSER_GONE")) throw thrown;
		return { kind: "cut", byCode: closeCodeOf(peer) };
	}
}

export function wordsFor(tried: Exclude<Tried<ScriptMethod>, { kind: "answered" }>): string {
	if (tried.kind === "misfit") return "ScriptCat answered, but in a shape that monk does not know";
	return tried.byCode === tooBig
		? "ScriptCat's answer was too long to be taken"
		: "ScriptCat's connection broke before it answered";
}

/** Of a peer that is closed. */
function closeCodeOf(peer: Peer): number {
	let found = 1005;
	peer.onClose((code) => {
		found = code;
	});
	return found;
}

export const endOf = (thrown: unknown): CallEnd => {
	if (isCode(thrown, "CANCELLED")) return "cancelled";
	return isCode(thrown, "TIMEOUT") ? "expired" : "answered";
};

export const tooLarge = (method: ScriptMethod): MonkError =>
	new MonkError("PAYLOAD_TOO_LARGE", `the answer to ${toolOfMethod[method]} was longer than 4 MiB`, {
		hint: "Find the place with scripts_grep, then ask scripts_source for its startLine and endLine.",
	});

/** An answer that came on another connection, held against the method's shape as the peer would have. */
export function readAnswer<M extends ScriptMethod>(method: M, answer: StrayAnswer): Tried<M> {
	if (answer.kind === "error") throw fromWireError(answer.error);
	const problem = requestRule(rules, method)?.problemWithResult(answer.result);
	if (problem === undefined) return { kind: "answered", result: answer.result as ScriptResult<M> };
	return { kind: "misfit", error: misfitError(method, problem) };
}
