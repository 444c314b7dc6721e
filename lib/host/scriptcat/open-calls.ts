import type { ScriptMethod } from "../../catalog/scripts.ts";
import type { StrayAnswer } from "../../wire/peer.ts";

/** How a call ended for whoever asked; what comes for it later is nobody's. */
export type CallEnd = "answered" | "cancelled" | "expired" | "unknown";

/** An answer to a call that had ended. */
export interface LateAnswer {
	readonly method: ScriptMethod;
	readonly after: CallEnd;
}

/** Ended calls that are remembered, so that a late answer can be told for what it is. */
const most = 256;

/**
 * Calls by their ids, whichever connection they went out on: a worker that was restarted answers on its next connection,
 * even before that one is ready.
 */
export class OpenCalls {
	readonly #open = new Map<string, { readonly method: ScriptMethod; resolve(answer: StrayAnswer): void }>();
	readonly #ended = new Map<string, LateAnswer>();

	/** Settles only if the answer comes on another connection than the call went out on. */
	open(id: string, method: ScriptMethod): Promise<StrayAnswer> {
		const { promise, resolve } = Promise.withResolvers<StrayAnswer>();
		this.#open.set(id, { method, resolve });
		return promise;
	}

	end(id: string, after: CallEnd): void {
		const call = this.#open.get(id);
		if (call === undefined) return;
		this.#open.delete(id);
		this.#ended.set(id, { method: call.method, after });
		for (const oldest of this.#ended.keys()) {
			if (this.#ended.size <= most) break;
			this.#ended.delete(oldest);
		}
	}

	/** True: it belonged to an open call. A late answer is told once. Undefined: nobody ever asked that. */
	take(answer: StrayAnswer): true | LateAnswer | undefined {
		const call = this.#open.get(answer.id);
		if (call !== undefined) {
			call.resolve(answer);
			return true;
		}
		const late = this.#ended.get(answer.id);
		this.#ended.delete(answer.id);
		return late;
	}
}
