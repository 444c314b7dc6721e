import { MonkError } from "../../lib/errors/error.ts";
import { answerWith } from "../answer.ts";
import type { Answer } from "../messages.ts";

/** Milliseconds for which an answer is kept, for a request that comes a second time by the other way. */
const ANSWER_KEPT_MS = 10_000;

/**
 * Milliseconds for which a failure that is none of ours is kept back. Chrome's APIs fail in a worker that Chrome is
 * ending; then this answer never leaves, and the call goes to the next worker as it should.
 */
const DYING_MS = 250;

interface Known {
	readonly answer: Promise<Answer<unknown>>;
	/** Lets it act. */
	readonly go: () => void;
}

/**
 * Sees to it that a request which comes twice, by the port and by `runtime.sendMessage`, is carried out once. It gets
 * ready at once and acts when it may: as soon as whoever asks will ask no other life of the worker.
 */
export class Once {
	private readonly known = new Map<string, Known>();

	/**
	 * `mayAct` resolves when this one is the request that may act; of two that are the same, whichever may first. `work` is
	 * handed what resolves then.
	 */
	answer(
		id: string,
		mayAct: Promise<void>,
		work: (mayAct: Promise<void>) => Promise<unknown>,
	): Promise<Answer<unknown>> {
		const { answer, go } = this.known.get(id) ?? this.begin(id, work);
		mayAct.then(go);
		return answer;
	}

	private begin(id: string, work: (mayAct: Promise<void>) => Promise<unknown>): Known {
		const { promise, resolve: go } = Promise.withResolvers<void>();
		const answer = answerWith(() => keptBack(() => work(promise)));
		const known = { answer, go };
		this.known.set(id, known);
		answer.finally(() => setTimeout(() => this.known.delete(id), ANSWER_KEPT_MS));
		return known;
	}
}

async function keptBack(work: () => Promise<unknown>): Promise<unknown> {
	try {
		return await work();
	} catch (thrown) {
		if (!(thrown instanceof MonkError)) await new Promise((resolve) => setTimeout(resolve, DYING_MS));
		throw thrown;
	}
}
