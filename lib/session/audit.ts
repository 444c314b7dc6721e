import type { AuthMode, LinkKind } from "./transcript.ts";

/** Who is at the other end, once proved. There is one ScriptCat, and one key for it. */
export type PeerId = { readonly kind: "monk"; readonly instanceId: string } | { readonly kind: "scriptcat" };

/** Why an answer to the challenge proves nothing. The peer never learns which. */
export type RefusalReason =
	/** A ScriptCat on monk's link, or the other way round. */
	| "wrong-kind"
	/** A key where none belongs, or none where one does, or no point of the curve. */
	| "wrong-public-key"
	| "reused-nonce"
	| "unknown-instance"
	| "wrong-mac"
	| "wrong-code"
	/** The third wrong code: the window died of it. */
	| "last-wrong-code"
	/** The code before this one: an extension that keeps redialling with it. Not counted. */
	| "old-code"
	| "no-window"
	/** Right, but another connection was first, or the time was up when the check was done. */
	| "code-spent"
	/** The connection was cut, maybe before its turn to be checked came. */
	| "gone";

/** Why a session ended before it was ready. */
export type EndReason =
	| RefusalReason
	| "no-answer"
	| "answered-with-error"
	| "out-of-order"
	| "hello-late"
	| "capabilities-late"
	| "wrong-schema-version"
	| "refused"
	| "shut-down"
	/** Something of ours failed: sending, storing, or the registry. */
	| "failed";

/** Of these a guesser makes many. Silence, a cut line or a forgotten browser's redialling is no guess. */
const guesses: ReadonlySet<EndReason> = new Set<EndReason>(["wrong-mac", "wrong-code", "last-wrong-code", "no-window"]);

export const isGuess = (event: SessionAudit): boolean => event.kind === "ended" && guesses.has(event.why);

/** What happened on a link, for the audit log: precise, and without any secret. */
export type SessionAudit =
	| { readonly kind: "authenticated"; readonly who: PeerId; readonly mode: AuthMode }
	| { readonly kind: "enrolled"; readonly who: PeerId }
	| { readonly kind: "ready"; readonly who: PeerId }
	| { readonly kind: "legacy"; readonly profileId: string; readonly extVersion: string }
	| {
			readonly kind: "ended";
			readonly link: LinkKind;
			readonly at: string;
			readonly why: EndReason;
			readonly detail?: string;
	  };
