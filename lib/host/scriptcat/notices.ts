import type { Clock } from "../../wire/transport.ts";

/** What is told at most, so that a faulty script manager cannot fill the memory. */
const most = 8;

interface Notice {
	readonly text: string;
	/** On the clock, in milliseconds. */
	readonly until: number;
}

/** What a person should know for a while: what is no longer so must not be told for ever. */
export class Notices {
	readonly #clock: Clock;
	#held: readonly Notice[] = [];

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Those whose time is not over, oldest first. */
	get current(): readonly string[] {
		const now = this.#clock.now();
		this.#held = this.#held.filter(({ until }) => until > now);
		return this.#held.map(({ text }) => text);
	}

	/** Tells `text` for `ms` milliseconds from now; said again, its time begins anew. */
	tell(text: string, ms: number): void {
		this.drop(text);
		this.#held = [...this.#held, { text, until: this.#clock.now() + ms }].slice(-most);
	}

	drop(text: string): void {
		this.#held = this.#held.filter((notice) => notice.text !== text);
	}
}
