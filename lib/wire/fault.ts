/**
 * What a peer noticed and could not answer for, told to the owner of the peer for its log. Nothing in it is taken
 * from a payload.
 */
export type PeerFault =
	| { readonly kind: "broken-frame"; readonly why: string }
	| { readonly kind: "oversized-frame" }
	/** An answer to a call that timed out, was cancelled, or never was. */
	| { readonly kind: "late-response"; readonly id: string; readonly outcome: "result" | "error" }
	| { readonly kind: "unknown-method"; readonly method: string }
	| { readonly kind: "invalid-params"; readonly method: string; readonly why: string }
	/** The other side's answer does not fit the rule. */
	| { readonly kind: "invalid-result"; readonly method: string; readonly why: string }
	/** Our own handler's answer does not fit the rule: a fault of ours. */
	| { readonly kind: "invalid-own-result"; readonly method: string; readonly why: string }
	/** An id that is still in flight: answering it twice would break the other side's count. */
	| { readonly kind: "duplicate-id"; readonly id: string }
	| { readonly kind: "too-many-calls"; readonly method: string }
	| { readonly kind: "handler-threw"; readonly method: string }
	| { readonly kind: "send-failed" };
