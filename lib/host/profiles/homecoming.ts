import { MonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";
import type { ProfileRegistry } from "./registry.ts";

/**
 * Milliseconds after an owner's start in which browsers that the last owner had may come back: an extension that
 * found nobody for a while dials every 5 s, and greets on a machine that may be busy.
 */
const homeMs = 8_000;

/**
 * The browsers that were connected when the last owner ended. Until they are back, or their time is over, a call must
 * not take "offline" for an answer, nor one browser for the only one.
 */
export class Homecoming {
	readonly #registry: ProfileRegistry;
	readonly #away: Set<string>;
	readonly #settled = Promise.withResolvers<void>();

	/** @param away profileIds of the browsers that are expected */
	constructor(registry: ProfileRegistry, away: readonly string[], clock: Clock) {
		this.#registry = registry;
		this.#away = new Set(away);
		if (this.#away.size === 0) return;
		const stopTimer = clock.after(homeMs, () => this.#finish());
		const stopLooking = registry.onChange(() => this.#look());
		void this.#settled.promise.then(stopTimer).then(stopLooking);
	}

	/** Waits until `isEnough`, until everybody is back, or until the time is over. Rejects with CANCELLED. */
	async wait(isEnough: () => boolean, signal: AbortSignal): Promise<void> {
		if (this.#away.size === 0 || isEnough()) return;
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const stopLooking = this.#registry.onChange(() => isEnough() && resolve());
		const onAbort = (): void => reject(new MonkError("CANCELLED", "nobody waits for the browser any more"));
		signal.addEventListener("abort", onAbort, { once: true });
		if (signal.aborted) onAbort();
		try {
			await Promise.race([promise, this.#settled.promise]);
		} finally {
			signal.removeEventListener("abort", onAbort);
			stopLooking();
		}
	}

	/** The owner ends: nobody is waited for any more. */
	end(): void {
		this.#finish();
	}

	#look(): void {
		for (const profileId of this.#away)
			if (this.#registry.get(profileId)?.state !== "offline") this.#away.delete(profileId);
		if (this.#away.size === 0) this.#finish();
	}

	#finish(): void {
		this.#away.clear();
		this.#settled.resolve();
	}
}
