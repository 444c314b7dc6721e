import type { Clock } from "../../wire/transport.ts";

export interface IdlenessOptions {
	readonly clock: Clock;
	/** Milliseconds without anybody after which `onIdle` is called. */
	readonly afterMs: number;
	/** Whether somebody is there now. */
	isNeeded(): boolean;
	onIdle(): void;
}

/** Tells when nobody has been there for a while. `look` is called whenever somebody comes or goes. */
export class Idleness {
	readonly #options: IdlenessOptions;
	#stopTimer: (() => void) | undefined;

	constructor(options: IdlenessOptions) {
		this.#options = options;
	}

	look(): void {
		const { clock, afterMs, isNeeded, onIdle } = this.#options;
		if (isNeeded()) {
			this.#stopTimer?.();
			this.#stopTimer = undefined;
		} else this.#stopTimer ??= clock.after(afterMs, onIdle);
	}
}
