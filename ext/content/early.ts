import type { ReadRequest } from "../reading-api.ts";

/** Milliseconds in which a reading that is asked of all frames at once must be over, since all wait for the last. */
const SOON_MS = 200;

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
		const answer = await Promise.race([reading, late()]);
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

const late = (): Promise<true> => new Promise((resolve) => setTimeout(resolve, SOON_MS, true));
