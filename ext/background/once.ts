import type { Effect } from "../../lib/catalog/define.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { answerWith } from "../answer.ts";
import type { Answer } from "../messages.ts";
import { session } from "../storage.ts";

/** Ids of acts kept, so that one sent again to a later life of the worker is known. */
const KEPT = 200;

/** Milliseconds for which an answer is kept, for a request that comes a second time by the other way. */
const ANSWER_KEPT_MS = 10_000;

/**
 * Milliseconds for which a failure that is none of ours is kept back. Chrome's APIs fail in a worker that Chrome is
 * ending; then this answer never leaves, and the call goes to the next worker as it should.
 */
const DYING_MS = 250;

const lost = new MonkError("OUTCOME_UNKNOWN", "the extension's worker ended while the action ran");

/**
 * Sees to it that a request which comes twice, by the port and by `runtime.sendMessage`, is carried out once. An act
 * that a former life of the worker began is not begun again, for nobody knows how far it came.
 */
export class Once {
	private readonly answers = new Map<string, Promise<Answer<unknown>>>();

	/** `work` is handed what resolves once it may act: by then it is known that the act is not done twice. */
	answer(id: string, effect: Effect, work: (mayAct: Promise<void>) => Promise<unknown>): Promise<Answer<unknown>> {
		const known = this.answers.get(id);
		if (known !== undefined) return known;
		const answer = answerWith(() => this.begin(id, effect, work));
		this.answers.set(id, answer);
		answer.finally(() => setTimeout(() => this.answers.delete(id), ANSWER_KEPT_MS));
		return answer;
	}

	private async begin(id: string, effect: Effect, work: (mayAct: Promise<void>) => Promise<unknown>): Promise<unknown> {
		const mayAct = effect === "act" ? this.remember(id) : Promise.resolve();
		try {
			// Getting ready takes as long as writing it down.
			const done = work(mayAct);
			done.catch(() => undefined);
			await mayAct;
			return await done;
		} catch (thrown) {
			if (!(thrown instanceof MonkError)) await new Promise((resolve) => setTimeout(resolve, DYING_MS));
			throw thrown;
		}
	}

	private async remember(id: string): Promise<void> {
		let isKnown = false;
		await session.update("begun", (begun = []) => {
			isKnown = begun.includes(id);
			return isKnown ? begun : [...begun, id].slice(-KEPT);
		});
		if (isKnown) throw lost;
	}
}
