import { MonkError } from "../errors/error.ts";
import { limits } from "../wire/limits.ts";
import type { Random } from "../wire/transport.ts";

/** Crockford's base 32: no I, L, O or U, which people misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_CHARS = 8;

/** 40 bits, in the normal form that keys are derived from. */
export const randomCode = (random: Random): string =>
	Array.from(random.bytes(CODE_CHARS), (byte) => ALPHABET[byte & 31]).join("");

/** How a person reads and types it: `XXXX-XXXX`. */
export const displayCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** What a person typed, in normal form: ScriptCat's rule, which forgives separators, case and the misread letters. */
export const normaliseCode = (typed: string): string =>
	typed
		.replace(/[^0-9A-Za-z]/g, "")
		.toUpperCase()
		.replace(/O/g, "0")
		.replace(/[IL]/g, "1");

/** Why a window shut. */
export type ShutReason = "used" | "expired" | "wrong-codes" | "cancelled";

type Window =
	| { readonly state: "shut"; readonly because?: ShutReason; readonly previous?: string }
	| {
			readonly state: "open";
			readonly code: string;
			readonly expiresAt: number;
			/** Attempts that were wrong, and attempts whose MAC is being checked: together they stay within the limit. */
			readonly wrong: number;
			readonly checking: number;
			readonly previous?: string;
	  };

/** What one connection may be checked against. Exactly one of its verbs must be called, once the check is done. */
export interface Attempt {
	/** Undefined when there is no code to try: the caller checks against a random one, so that time tells nothing. */
	readonly code: string | undefined;
	/** The code before: an extension that still sends it is no attacker. */
	readonly previous: string | undefined;
	/** The MAC fits the code. False when the window shut meanwhile, or another connection was first: refuse it. */
	use(now: number): boolean;
	/** The MAC fits neither code. True when this was the last wrong one and the window died of it. */
	wrong(): boolean;
	/** The MAC fits the previous code, or could not be checked: nothing is counted. */
	release(): void;
}

/**
 * The one pairing window of an owner: one code, used once, dead after 120 s or 3 wrong MACs. An attempt is
 * reserved before its slow check begins, so that many connections at once get no more guesses than three.
 */
export class PairingWindow {
	readonly #random: Random;
	#window: Window = { state: "shut" };
	#opened = 0;

	constructor(random: Random) {
		this.#random = random;
	}

	/** Throws MonkError PAIRING_BUSY while a window is open. `code` is in the form that a person types. */
	open(now: number): { readonly code: string; readonly expiresAt: number } {
		const before = this.#at(now);
		if (before.state === "open") throw new MonkError("PAIRING_BUSY", "a pairing code is waiting to be typed already");
		const code = randomCode(this.#random);
		const expiresAt = now + limits.pairingCodeMs;
		this.#opened += 1;
		this.#window = { state: "open", code, expiresAt, wrong: 0, checking: 0, ...previousOf(before.previous) };
		return { code: displayCode(code), expiresAt };
	}

	/** Nothing while none is open. */
	expiresAt(now: number): number | undefined {
		const window = this.#at(now);
		return window.state === "open" ? window.expiresAt : undefined;
	}

	/** Why the last window shut; nothing while one is open or when there never was one. */
	shutBecause(now: number): ShutReason | undefined {
		const window = this.#at(now);
		return window.state === "shut" ? window.because : undefined;
	}

	/** The person gave up. */
	cancel(): void {
		this.#shut("cancelled");
	}

	attempt(now: number): Attempt {
		const window = this.#at(now);
		const isFree = window.state === "open" && window.wrong + window.checking < limits.pairingWrongMacs;
		if (!isFree) return this.#hopeless(window);
		this.#window = { ...window, checking: window.checking + 1 };
		const opened = this.#opened;
		return {
			code: window.code,
			previous: window.previous,
			use: (at) => this.#settle(opened, at, () => this.#shut("used")),
			wrong: () => this.#settle(opened, now, () => this.#countWrong()) && this.#window.state === "shut",
			release: () => void this.#settle(opened, now, () => {}),
		};
	}

	#hopeless(window: Window): Attempt {
		return { code: undefined, previous: window.previous, use: () => false, wrong: () => false, release: () => {} };
	}

	/** Does nothing, and answers false, when the window of that attempt is gone. */
	#settle(opened: number, now: number, then: () => void): boolean {
		const window = this.#at(now);
		if (window.state !== "open" || opened !== this.#opened) return false;
		this.#window = { ...window, checking: window.checking - 1 };
		then();
		return true;
	}

	#countWrong(): void {
		if (this.#window.state !== "open") return;
		this.#window = { ...this.#window, wrong: this.#window.wrong + 1 };
		if (this.#window.wrong >= limits.pairingWrongMacs) this.#shut("wrong-codes");
	}

	#at(now: number): Window {
		if (this.#window.state === "open" && now >= this.#window.expiresAt) this.#shut("expired");
		return this.#window;
	}

	#shut(because: ShutReason): void {
		if (this.#window.state === "open") this.#window = { state: "shut", because, previous: this.#window.code };
	}
}

const previousOf = (previous: string | undefined) => (previous === undefined ? {} : { previous });
