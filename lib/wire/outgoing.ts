import { fromWireError, MonkError, type WireError } from "../errors/error.ts";
import type { PeerFault } from "./fault.ts";
import { limits } from "./limits.ts";
import type { WireMessage } from "./message.ts";
import { PendingCalls } from "./pending.ts";
import { notificationRule, type RequestRule, type Rules, requestRule } from "./rules.ts";
import type { Clock } from "./transport.ts";

export interface RequestOptions {
	/** Milliseconds; the rule's own timeout when absent. */
	readonly timeoutMs?: number;
	/** Aborting sends `$/cancelRequest` and rejects with CANCELLED, at once or after `lastWordsMs`. */
	readonly signal?: AbortSignal;
	/**
	 * The caller's own id for the call, unique for as long as anybody may answer it: for whoever looks after the call
	 * beyond this connection. Such a call is never sent again here.
	 */
	readonly id?: string;
	/** Milliseconds after an abort in which the other side's own answer still counts: it knows what had been done. */
	readonly lastWordsMs?: number;
}

/** An answer that none of a connection's own calls waits for. */
export type StrayAnswer = Extract<WireMessage, { readonly kind: "result" | "error" }>;

const misfit = Symbol("an answer of the wrong shape");

/** For an answer that does not fit its rule; `why` quotes none of it. */
export const misfitError = (method: string, why: string): MonkError =>
	new MonkError("INTERNAL_ERROR", `the other side's answer to ${method} does not fit: ${why}`, {
		hint: "Update whichever side is older: `monk status` names both versions.",
		cause: misfit,
	});

/** Whether an answer came and was not believed, as opposed to an error that the other side answered. */
export const isMisfit = (thrown: unknown): boolean => thrown instanceof MonkError && thrown.cause === misfit;

/** The connection as the calling side sees it; `send…` throw MonkError when nothing was sent. */
export interface Calling {
	sendRequest(id: string, method: string, params: unknown): void;
	sendCancel(id: string): void;
	fault(fault: PeerFault): void;
	/** Whether somebody else took the answer. */
	offer(answer: StrayAnswer): boolean;
	/** The error of a call on a connection that is closed, or nothing while it is open. */
	goneError(): MonkError | undefined;
}

/** The calls that this side makes: each settles exactly once, whatever the other side does or fails to do. */
export class Outgoing {
	readonly #rules: Rules;
	readonly #clock: Clock;
	readonly #to: Calling;
	readonly #pending = new PendingCalls();

	constructor(rules: Rules, clock: Clock, to: Calling) {
		this.#rules = rules;
		this.#clock = clock;
		this.#to = to;
	}

	isAwaited(id: string): boolean {
		return this.#pending.has(id);
	}

	nextId(): string {
		return this.#pending.nextId();
	}

	async request(method: string, params: unknown, options: RequestOptions): Promise<unknown> {
		const rule = requestRule(this.#rules, method);
		if (rule === undefined) throw new MonkError("INTERNAL_ERROR", `there is no request ${method} to send`);
		checkOwnParams(method, rule.problemWithParams(params));
		try {
			return await this.#attempt(rule, method, params, options);
		} catch (error) {
			if (!isRepeatable(rule, error, options) || this.#to.goneError() !== undefined) throw error;
			return this.#attempt(rule, method, params, options);
		}
	}

	/** Throws INVALID_ARGUMENT before anything is sent. */
	checkNotification(method: string, params: unknown): void {
		const rule = notificationRule(this.#rules, method);
		if (rule === undefined) throw new MonkError("INTERNAL_ERROR", `there is no notification ${method} to send`);
		checkOwnParams(method, rule.problemWithParams(params));
	}

	result(id: string, result: unknown) {
		const call = this.#pending.take(id);
		if (call === undefined) return this.#stray({ kind: "result", id, result });
		call.resolve(result);
	}

	error(id: string, error: WireError | string) {
		const call = this.#pending.take(id);
		if (call === undefined) return this.#stray({ kind: "error", id, error });
		call.reject(fromWireError(error));
	}

	close(reason: Error): void {
		for (const call of this.#pending.takeAll()) call.reject(reason);
	}

	#stray(answer: StrayAnswer): void {
		if (this.#to.offer(answer)) return;
		this.#to.fault({ kind: "late-response", id: answer.id, outcome: answer.kind });
	}

	async #attempt(rule: RequestRule, method: string, params: unknown, options: RequestOptions): Promise<unknown> {
		const result = await this.#send(method, params, options.timeoutMs ?? rule.timeoutMs, options);
		const why = rule.problemWithResult(result);
		if (why === undefined) return result;
		this.#to.fault({ kind: "invalid-result", method, why });
		throw misfitError(method, why);
	}

	#send(
		method: string,
		params: unknown,
		timeoutMs: number,
		{ signal, lastWordsMs = 0, id = this.#pending.nextId() }: RequestOptions,
	): Promise<unknown> {
		const refusal = this.#refusal(method, signal);
		if (refusal !== undefined) return Promise.reject(refusal);
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		const giveUp = (error: MonkError) => {
			if (this.#pending.take(id) === undefined) return;
			release();
			reject(error);
			this.#to.sendCancel(id);
		};
		const cancelled = new MonkError("CANCELLED", `${method} was cancelled`);
		const onAbort = () => {
			// Whoever says why it ends the call has no use for more words.
			if (lastWordsMs === 0 || signal?.reason instanceof MonkError) return giveUp(cancelled);
			stopClock();
			this.#to.sendCancel(id);
			stopClock = this.#clock.after(lastWordsMs, () => {
				if (this.#pending.take(id) === undefined) return;
				release();
				reject(cancelled);
			});
		};
		let stopClock = this.#clock.after(timeoutMs, () =>
			giveUp(new MonkError("TIMEOUT", `${method} was not answered within ${timeoutMs} ms`)),
		);
		const release = () => {
			stopClock();
			signal?.removeEventListener("abort", onAbort);
		};
		signal?.addEventListener("abort", onAbort);
		this.#pending.add(id, {
			resolve: (result) => {
				release();
				resolve(result);
			},
			reject: (reason) => {
				release();
				reject(reason);
			},
		});
		try {
			this.#to.sendRequest(id, method, params);
		} catch (error) {
			this.#pending.take(id)?.reject(error as Error);
		}
		return promise;
	}

	#refusal(method: string, signal: AbortSignal | undefined): MonkError | undefined {
		if (signal?.aborted) return new MonkError("CANCELLED", `${method} was cancelled before it was sent`);
		if (this.#pending.size >= limits.callsInFlight) {
			return new MonkError("RATE_LIMITED", `${limits.callsInFlight} calls are in flight already`);
		}
		return this.#to.goneError();
	}
}

function checkOwnParams(method: string, why: string | undefined): void {
	if (why !== undefined) throw new MonkError("INVALID_ARGUMENT", `${method}: ${why}`);
}

const isRepeatable = (rule: RequestRule, error: unknown, options: RequestOptions): boolean =>
	rule.effect === "read" &&
	options.id === undefined &&
	error instanceof MonkError &&
	error.code === "TIMEOUT" &&
	!options.signal?.aborted;
