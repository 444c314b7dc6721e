import type { Credentials } from "../messages.ts";

/** How an attempt ended. */
export type AttemptEnd =
	| { readonly kind: "unpaired" }
	| { readonly kind: "no-answer" }
	/** Was ready for so many milliseconds, and then closed. */
	| { readonly kind: "lost"; readonly heldMs: number }
	/** Closed before it was ready. */
	| { readonly kind: "dropped" }
	| { readonly kind: "refused" }
	| { readonly kind: "wrong-code" }
	/** The key was refused, now so many times in a row. */
	| { readonly kind: "not-known"; readonly times: number };

const FIRST_MS = 250;
const LAST_MS = 5_000;
/** A link that lasted so long was no passing one; owners that are killed one after the other live longer. */
const HELD_MS = 500;
const REFUSED_MS = 60_000;

/** Refusals of our key in a row that we believe: an owner that ends, or whose patience a busy machine outlasts, closes alike. */
const BELIEVED = 2;

export const isForgotten = (times: number): boolean => times >= BELIEVED;

/**
 * Milliseconds until the next attempt, or undefined to wait until a person does something. `failures` counts the
 * attempts in a row that came to nothing; `chance` is 0 to 1 and spreads the browsers that all lost the same owner.
 */
export function pauseAfter(end: AttemptEnd, failures: number, chance: number): number | undefined {
	const backOff = Math.min(LAST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
	const spread = backOff * (0.5 + chance / 2);
	switch (end.kind) {
		case "unpaired":
			return undefined;
		case "refused":
			return REFUSED_MS;
		case "not-known":
			return isForgotten(end.times) ? REFUSED_MS : spread;
		case "lost":
		case "no-answer":
		case "dropped":
		case "wrong-code":
			return spread;
	}
}

/**
 * Attempts in a row that came to nothing, after one more. A link that held only for a moment counts as one: an owner
 * that takes us in and drops us, over and over, must not be dialled four times a second.
 */
export const failuresAfter = (end: AttemptEnd, failures: number): number =>
	end.kind === "lost" && end.heldMs >= HELD_MS ? 0 : failures + 1;

/** What an attempt proves itself with. A code is tried once and never again. */
export type Proof =
	| { readonly kind: "nothing" }
	| { readonly kind: "key"; readonly instanceId: string; readonly key: string }
	| { readonly kind: "code"; readonly instanceId: string; readonly code: string };

export function proofFrom(credentials: Credentials, code: string | undefined): Proof {
	const { instanceId } = credentials;
	if (code !== undefined) return { kind: "code", instanceId, code };
	return credentials.kind === "key" ? credentials : { kind: "nothing" };
}
