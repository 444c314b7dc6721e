import type { Clock } from "./transport.ts";

interface Ping {
	readonly id: string;
	resolve(): void;
	reject(reason: Error): void;
}

/** Share of a round by which a timer may be late before it counts as slept through. */
const LATE = 0.5;

/** Pings that wait for their pong. Where pongs carry no id they are matched first in, first out. */
export class Liveness {
	readonly #clock: Clock;
	readonly #waiting: Ping[] = [];
	#missed = 0;
	#stop: (() => void) | undefined;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	expect(id: string): Promise<void> {
		return new Promise((resolve, reject) => this.#waiting.push({ id, resolve, reject }));
	}

	/** False when no ping waits for this pong. */
	pong(id: string | undefined): boolean {
		const at = id === undefined ? 0 : this.#waiting.findIndex((ping) => ping.id === id);
		const ping = at < 0 ? undefined : this.#waiting[at];
		if (ping === undefined) return false;
		this.#waiting.splice(at, 1);
		this.#missed = 0;
		ping.resolve();
		return true;
	}

	/**
	 * Calls `ping` every `everyMs`, and `onDead` instead once `allowed` pings in a row went unanswered. A round that ends
	 * far too late proves nothing: this side slept, as a closed laptop does, and the pong may lie unread. It starts the
	 * count anew.
	 */
	start(everyMs: number, allowed: number, ping: () => void, onDead: () => void): void {
		this.#stop?.();
		this.#missed = 0;
		const wait = () => {
			const due = this.#clock.now() + everyMs;
			this.#stop = this.#clock.after(everyMs, () => tick(this.#clock.now() - due > everyMs * LATE));
		};
		const tick = (isLate: boolean) => {
			if (isLate) this.#missed = 0;
			if (this.#missed >= allowed) return onDead();
			this.#missed += 1;
			wait();
			ping();
		};
		wait();
	}

	close(reason: Error): void {
		this.#stop?.();
		for (const ping of this.#waiting.splice(0)) ping.reject(reason);
	}
}
