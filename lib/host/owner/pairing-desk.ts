import type { Joined } from "../../catalog/control.ts";
import { MonkError } from "../../errors/error.ts";
import type { PairingWindow, ShutReason } from "../../session/pairing.ts";
import type { Clock } from "../../wire/transport.ts";
import type { AuditEvent } from "../audit.ts";

type Desk =
	| { readonly state: "idle" }
	| {
			readonly state: "waiting";
			/** The client that opened the window; only it may wait, and the window goes with it. */
			readonly by: object;
			readonly outcome: PromiseWithResolvers<Joined>;
			readonly stopTimer: () => void;
	  };

/** From the use of the code to the browser's greeting. */
const greetingMs = 20_000;

const endings = {
	used: [
		"pairing-failed",
		new MonkError("PAIRING_FAILED", "the code was used, but the browser went away before it greeted"),
	],
	expired: ["pairing-expired", new MonkError("CODE_EXPIRED", "nobody typed the code in time")],
	"wrong-codes": ["pairing-failed", new MonkError("PAIRING_FAILED", "too many wrong codes were typed")],
	cancelled: ["pairing-cancelled", new MonkError("CANCELLED", "pairing was cancelled")],
} as const satisfies Record<ShutReason, readonly [AuditEvent["event"], MonkError]>;

/** The one pairing at a time: who waits for it and how it ends. */
export class PairingDesk {
	readonly #window: PairingWindow;
	readonly #clock: Clock;
	readonly #audit: (event: AuditEvent) => void;
	#desk: Desk = { state: "idle" };

	constructor(window: PairingWindow, clock: Clock, audit: (event: AuditEvent) => void) {
		this.#window = window;
		this.#clock = clock;
		this.#audit = audit;
	}

	/** @throws MonkError PAIRING_BUSY */
	open(by: object): { readonly code: string; readonly expiresAt: number } {
		if (this.#desk.state === "waiting") throw new MonkError("PAIRING_BUSY", "another `monk pair` waits already");
		const now = this.#clock.now();
		const opened = this.#window.open(now);
		const outcome = Promise.withResolvers<Joined>();
		// Nobody may be waiting yet when it ends.
		outcome.promise.catch(() => undefined);
		const stopTimer = this.#clock.after(opened.expiresAt - now, () => this.#expire());
		this.#desk = { state: "waiting", by, outcome, stopTimer };
		this.#audit({ event: "pairing-opened" });
		return opened;
	}

	/**
	 * Settles with the browser that joined.
	 *
	 * @throws MonkError CODE_EXPIRED, PAIRING_FAILED, CANCELLED, or INVALID_REQUEST for a client that opened none
	 */
	wait(by: object, signal: AbortSignal): Promise<Joined> {
		if (this.#desk.state !== "waiting" || this.#desk.by !== by)
			throw new MonkError("INVALID_REQUEST", "ask for pair_open first");
		signal.addEventListener("abort", () => this.cancel(by), { once: true });
		return this.#desk.outcome.promise;
	}

	/** The client gave up or went away. */
	cancel(by: object): void {
		if (this.#desk.state !== "waiting" || this.#desk.by !== by) return;
		this.#window.cancel();
		this.#fail("cancelled");
	}

	/** A browser enrolled itself with the code. */
	joined(profile: Joined): void {
		if (this.#desk.state !== "waiting") return;
		this.#desk.outcome.resolve(profile);
		this.#leave();
	}

	/** A session failed: it may have been the last attempt that the window allowed. */
	sessionFailed(): void {
		if (this.#window.shutBecause(this.#clock.now()) === "wrong-codes") this.#fail("wrong-codes");
	}

	#expire(): void {
		if (this.#desk.state !== "waiting") return;
		if (this.#window.shutBecause(this.#clock.now()) !== "used") {
			// The window goes by the machine's clock, which may have been set back since.
			this.#window.cancel();
			this.#fail("expired");
			return;
		}
		const stopTimer = this.#clock.after(greetingMs, () => this.#fail("used"));
		this.#desk = { ...this.#desk, stopTimer };
	}

	#fail(because: ShutReason): void {
		if (this.#desk.state !== "waiting") return;
		const [event, error] = endings[because];
		this.#audit({ event });
		this.#desk.outcome.reject(error);
		this.#leave();
	}

	#leave(): void {
		if (this.#desk.state === "waiting") this.#desk.stopTimer();
		this.#desk = { state: "idle" };
	}
}
