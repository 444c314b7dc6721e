import type { Clock } from "../../wire/transport.ts";

/** Milliseconds after which a call counts as waiting, and between two signs that it still does. */
const firstMs = 1_000;
const everyMs = 5_000;

export interface ProgressOptions {
	readonly clock: Clock;
	/** Takes the seconds since the call began, which grow with each, and what it waits for. */
	readonly send: (seconds: number, message: string) => void;
}

/**
 * Tells a caller that its call still waits, and for what: first after a second, so that quick calls cost nothing, then
 * at each change and every few seconds, because clients give up on a server that is silent for long.
 */
export class Progress {
	readonly #options: ProgressOptions;
	readonly #startedAt: number;
	#message = "waits for monk";
	#last = 0;
	#isWaiting = false;
	#stopTimer: () => void;

	constructor(options: ProgressOptions) {
		this.#options = options;
		this.#startedAt = options.clock.now();
		this.#stopTimer = options.clock.after(firstMs, () => this.#tick());
	}

	/** What it waits for is another thing now. */
	note(message: string): void {
		if (message === this.#message) return;
		this.#message = message;
		if (this.#isWaiting) this.#send();
	}

	end(): void {
		this.#stopTimer();
		this.#isWaiting = false;
	}

	#tick(): void {
		this.#isWaiting = true;
		this.#send();
		this.#stopTimer = this.#options.clock.after(everyMs, () => this.#tick());
	}

	/** A clock that was set back must not turn progress round. */
	#send(): void {
		const seconds = Math.round((this.#options.clock.now() - this.#startedAt) / 100) / 10;
		this.#last = Math.max(seconds, this.#last + 0.1);
		this.#options.send(this.#last, this.#message);
	}
}
