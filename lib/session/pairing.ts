import { MonkError } from "../errors/error.ts";
import { limits } from "../wire/limits.ts";
import type { Random } from "../wire/transport.ts";

/** Crockford's base 32: no I, L, O or U, which people misread. */
export const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const CODE_CHARS = 8;

/** Codes of before that are remembered: an extension that redials with one of them does so for hours. */
export const OLD_CODES = 8;

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
	| {
			readonly state: "shut";
			readonly because?: ShutReason;
			/** Newest first. */
			readonly previous: readonly string[];
			/** When the last one would have expired, and what it had seen of wrong codes. */
			readonly expiresAt: number;
			readonly wrong: number;
	  }
	| {
			readonly state: "open";
			readonly code: string;
			readonly expiresAt: number;
			/** Attempts that were wrong, and attempts whose MAC is being checked: together they stay within the limit. */
			readonly wrong: number;
			readonly checking: number;
			readonly previous: readonly string[];
			/** It was used already, by somebody who may not have kept the key. */
			readonly isReopened: boolean;
	  };

/** What one connection may be checked against. Exactly one of its verbs must be called, once the check is done. */
export interface Attempt {
	/** Undefined when there is no code to try: the caller checks against a random one, so that time tells nothing. */
	readonly code: string | undefined;
	/** The codes before, newest first: an extension that still sends one of them is no attacker. */
	readonly previous: readonly string[];
	/** The MAC fits the code. False when the window shut meanwhile, or another connection was first: refuse it. */
	use(now: number): boolean;
	/** The MAC fits neither code. True when this was the last wrong one and the window died of it. */
	wrong(): boolean;
	/** The MAC fits a previous code, or could not be checked: nothing is counted. */
	release(): void;
}

/**
 * The one pairing window of an owner: one code, used once, dead after 120 s or 3 wrong MACs. An attempt is
 * reserved before its slow check begins, so that many connections at once get no more guesses than three.
 */
export class PairingWindow {
	readonly #random: Random;
	#window: Window = { state: "shut", previous: [], expiresAt: 0, wrong: 0 };
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
		this.#window = {
			state: "open",
			code,
			expiresAt,
			wrong: 0,
			checking: 0,
			previous: before.previous,
			isReopened: false,
		};
		return { code: displayCode(code), expiresAt };
	}

	/**
	 * Makes a used code good again for the rest of its time: whoever used it went away before it can have kept the key,
	 * and will use it again. Does nothing once another code was opened, or the time is over.
	 */
	reopen(now: number): void {
		const window = this.#window;
		const [code, ...previous] = window.previous;
		if (window.state !== "shut" || window.because !== "used" || code === undefined || now >= window.expiresAt) return;
		this.#opened += 1;
		const { expiresAt, wrong } = window;
		this.#window = { state: "open", code, expiresAt, wrong, checking: 0, previous, isReopened: true };
	}

	/** Whoever used the code has come back with its key: a code that was good again is so no more. Tells whether one was. */
	confirm(now: number): boolean {
		const window = this.#at(now);
		if (window.state !== "open" || !window.isReopened) return false;
		this.#shut("used");
		return true;
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
		if (this.#window.state !== "open") return;
		const { code, expiresAt, wrong } = this.#window;
		const previous = [code, ...this.#window.previous].slice(0, OLD_CODES);
		this.#window = { state: "shut", because, previous, expiresAt, wrong };
	}
}
