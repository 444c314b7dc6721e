import type { ReadRequest } from "../reading-api.ts";
import { nextTask } from "./turns.ts";

/** Milliseconds in which a reading that is asked of all frames at once must be over, since all wait for the last. */
const SOON_MS = 200;

/** Steps of promises that a reading takes which needs no turn of the page's; a task would cost more than such a one. */
const AT_ONCE = 50;

/**
 * Readings that were begun for all frames of a tab at once. One that takes long is left to go on, and is fetched later
 * by the same call from this frame alone.
 */
export class Early<Request extends ReadRequest, Answer> {
	readonly #read: (request: Request) => Promise<Answer>;
	#begun: { readonly call: string | undefined; readonly reading: Promise<Answer> } | undefined;

	constructor(read: (request: Request) => Promise<Answer>) {
		this.#read = read;
	}

	/** The answer, or true when it takes long. */
	async soon(request: Request): Promise<Answer | true> {
		const reading = this.#read(request);
		const begun = { call: request.call, reading };
		this.#begun = begun;
		const answer = await soonOf(reading);
		if (answer !== true && this.#begun === begun) this.#begun = undefined;
		return answer;
	}

	/** The answer, however long it takes. */
	get(request: Request): Promise<Answer> {
		const begun = this.#begun;
		this.#begun = undefined;
		return begun?.call !== undefined && begun.call === request.call ? begun.reading : this.#read(request);
	}
}

/** By tasks: a timer of a tab in the background may come a second late, and so would every other frame's answer. */
async function soonOf<Answer>(reading: Promise<Answer>): Promise<Answer | true> {
	let isOver = false;
	const over = (): void => {
		isOver = true;
	};
	reading.then(over, over);
	for (let steps = 0; !isOver && steps < AT_ONCE; steps++) await undefined;
	for (const end = performance.now() + SOON_MS; !isOver && performance.now() < end; ) await nextTask();
	return isOver ? reading : true;
}
