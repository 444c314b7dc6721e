import type { AuthenticatedParams, AuthenticateParams, HelloAck, LegacyAck } from "../catalog/session.ts";
import { limits } from "../wire/limits.ts";
import type { Expectation, OwnAnswer, OwnerVerdict } from "./extension-proof.ts";
import type { Step } from "./step.ts";
import { PROTOCOL } from "./versions.ts";

/** An ack that accepts. */
export type Accepted = HelloAck & { readonly ok: true };

export type ExtensionOutcome =
	| { readonly state: "ready"; readonly ack: Accepted }
	/** The owner knows us, or says why not: `reason` is for the person. */
	| { readonly state: "refused"; readonly reason: string }
	/** The owner closed without a word upon our code: wrong, or expired. Never dial with it again. */
	| { readonly state: "wrong-code" }
	/** The owner closed without a word upon the proof of our key: it knows no such key, or was in no state to look. */
	| { readonly state: "not-known" }
	| { readonly state: "closed"; readonly code: number };

export type ExtensionState =
	| { readonly at: "waiting" }
	| { readonly at: "answering" }
	| { readonly at: "answered"; readonly expectation: Expectation }
	| { readonly at: "checking" }
	| { readonly at: "greeting" }
	| { readonly at: "greeted"; readonly ack: Accepted }
	| { readonly at: "ended"; readonly outcome: ExtensionOutcome };

export type ExtensionEvent =
	| { readonly on: "challenged"; readonly params: AuthenticateParams }
	| { readonly on: "answer-made"; readonly own: OwnAnswer }
	| { readonly on: "authenticated"; readonly params: AuthenticatedParams }
	| { readonly on: "judged"; readonly verdict: OwnerVerdict }
	| { readonly on: "acknowledged"; readonly ack: HelloAck | LegacyAck }
	| { readonly on: "welcomed" }
	| { readonly on: "time-up"; readonly of: ExtensionState["at"] }
	/** A message that has no place in a handshake, or an answer that never came. */
	| { readonly on: "stray" }
	| { readonly on: "gone"; readonly code: number }
	/** An effect threw. */
	| { readonly on: "failed" };

export type ExtensionEffect =
	| { readonly do: "make-answer"; readonly params: AuthenticateParams }
	| { readonly do: "answer"; readonly own: OwnAnswer }
	| { readonly do: "judge"; readonly expectation: Expectation; readonly params: AuthenticatedParams }
	| { readonly do: "keep-key"; readonly key: Uint8Array<ArrayBuffer> }
	| { readonly do: "trust" }
	| { readonly do: "say-hello" }
	| { readonly do: "say-capabilities" }
	| { readonly do: "arm"; readonly ms: number; readonly of: ExtensionState["at"] }
	| { readonly do: "end"; readonly outcome: ExtensionOutcome }
	| { readonly do: "close"; readonly code: number };

type ExtensionStep = Step<ExtensionState, ExtensionEffect>;

const POLICY = 1008;
const PROTOCOL_ERROR = 1002;

/** How the driver begins, before any event. */
export const firstDeadline = { do: "arm", ms: limits.authenticateMs, of: "waiting" } as const;

/** The extension's side of a session on monk's link. Pure: the same state and event give the same step. */
export function nextExtension(state: ExtensionState, event: ExtensionEvent): ExtensionStep {
	if (state.at === "ended") return stay(state);
	if (event.on === "gone") return end(gone(state, event.code));
	if (event.on === "time-up" && event.of !== state.at) return stay(state);
	switch (state.at) {
		case "waiting":
			return event.on === "challenged" ? answering(event.params) : leave(state);
		case "answering":
			return event.on === "answer-made" ? answered(event.own) : leave(state);
		case "answered":
			return event.on === "authenticated" ? checking(state.expectation, event.params) : leave(state);
		case "checking":
			return event.on === "judged" ? judged(state, event.verdict) : leave(state);
		case "greeting":
			return event.on === "acknowledged" ? acknowledged(event.ack) : leave(state);
		case "greeted":
			return event.on === "welcomed" ? end({ state: "ready", ack: state.ack }) : leave(state);
		default:
			return state satisfies never;
	}
}

const stay = (state: ExtensionState): ExtensionStep => ({ state, effects: [] });

const answering = (params: AuthenticateParams): ExtensionStep => ({
	state: { at: "answering" },
	effects: [{ do: "make-answer", params }],
});

const answered = (own: OwnAnswer): ExtensionStep => ({
	state: { at: "answered", expectation: own.expectation },
	effects: [
		{ do: "answer", own },
		// The owner stretches two codes before it can answer, on a machine that may be busy.
		{ do: "arm", ms: limits.helloMs, of: "answered" },
	],
});

const checking = (expectation: Expectation, params: AuthenticatedParams): ExtensionStep => ({
	state: { at: "checking" },
	effects: [{ do: "judge", expectation, params }],
});

/** A new key is kept before anything else is said: the owner has stored it, and knows us by no other from now on. */
function judged(state: ExtensionState, verdict: OwnerVerdict): ExtensionStep {
	if (verdict.verdict === "stranger") return leave(state);
	const keep: ExtensionEffect[] = verdict.verdict === "enrolled" ? [{ do: "keep-key", key: verdict.key }] : [];
	return { state: { at: "greeting" }, effects: [{ do: "trust" }, ...keep, { do: "say-hello" }] };
}

function acknowledged(ack: HelloAck | LegacyAck): ExtensionStep {
	const reason = refusalIn(ack);
	if (reason !== undefined) return end({ state: "refused", reason }, 1000);
	return { state: { at: "greeted", ack: ack as Accepted }, effects: [{ do: "say-capabilities" }] };
}

/** Nothing when the ack accepts. */
function refusalIn(ack: HelloAck | LegacyAck): string | undefined {
	if (ack.protocol === undefined) return `update the server: ${ack.serverVersion} is too old for this extension`;
	if (!ack.ok) return ack.reason;
	if (ack.protocol === PROTOCOL) return undefined;
	return `the server speaks protocol ${ack.protocol}, this extension ${PROTOCOL}: update the older of the two`;
}

/** Only a close by policy upon our proof says something of the proof; a cut line does not. */
function gone(state: ExtensionState, code: number): ExtensionOutcome {
	if (state.at !== "answered" || code !== POLICY) return { state: "closed", code };
	return { state: state.expectation.mode === "pairing" ? "wrong-code" : "not-known" };
}

/** Whoever is there is no owner of ours, or does not keep to the order. */
function leave(state: ExtensionState): ExtensionStep {
	const code = state.at === "greeting" || state.at === "greeted" ? PROTOCOL_ERROR : POLICY;
	return end({ state: "closed", code }, code);
}

function end(outcome: ExtensionOutcome, closeCode?: number): ExtensionStep {
	const close: ExtensionEffect[] = closeCode === undefined ? [] : [{ do: "close", code: closeCode }];
	return { state: { at: "ended", outcome }, effects: [...close, { do: "end", outcome }] };
}
