import { STRETCH_ROUNDS } from "../../lib/session/keys.ts";

/** Rounds in place of monk's own, while `stretchQuickly` holds. */
export const quickRounds = 1_000;

const isStretch = (algorithm: object): algorithm is Pbkdf2Params => "iterations" in algorithm;

/**
 * Stretches codes in this process for a short time only, until the returned function is called: for tests of what a
 * session does, of which each pairing would take a good part of a second. Throws when any other than monk's own number
 * of rounds is asked for, so that nothing is weaker without being seen.
 */
export function stretchQuickly(): () => void {
	const real = crypto.subtle.deriveBits.bind(crypto.subtle);
	const own = crypto.subtle.deriveBits;
	crypto.subtle.deriveBits = (algorithm, key, length) => {
		if (typeof algorithm === "string" || !isStretch(algorithm)) return real(algorithm, key, length);
		if (algorithm.iterations !== STRETCH_ROUNDS) throw new Error(`a code is stretched ${algorithm.iterations} times`);
		return real({ ...algorithm, iterations: quickRounds }, key, length);
	};
	return () => {
		crypto.subtle.deriveBits = own;
	};
}
