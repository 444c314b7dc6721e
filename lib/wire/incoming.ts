import { MonkError, toWireError, type WireError } from "../errors/error.ts";
import type { PeerFault } from "./fault.ts";
import { limits } from "./limits.ts";
import { notificationRule, type Rules, requestRule } from "./rules.ts";

export interface IncomingCall {
	readonly id: string;
	/** Aborted by the caller's `$/cancelRequest`, and when the connection closes. */
	readonly signal: AbortSignal;
}

/** Who answers what the other side asks. It is only called with params that fit their rule. */
export interface Handler {
	request(method: string, params: unknown, call: IncomingCall): Promise<unknown>;
	notify(method: string, params: unknown): void;
}

/** The connection as this side of a peer sees it. */
export interface Answering {
	answer(id: string, result: unknown): void;
	refuse(id: string, error: WireError): void;
	fault(fault: PeerFault): void;
	/** Something that cannot be lost has no room: the connection closes. */
	overflow(): void;
	isOpen(): boolean;
}

/**
 * Calls and notifications that the other side sends. They reach the handler one by one in the order of arrival, and
 * wait while there is none, so that a change of handlers loses nothing. Every call is answered exactly once.
 */
export class Incoming {
	readonly #rules: Rules;
	readonly #to: Answering;
	readonly #running = new Map<string, AbortController>();
	readonly #held: ((handler: Handler) => void)[] = [];
	#handler: Handler | undefined;
	#isDraining = false;

	constructor(rules: Rules, to: Answering) {
		this.#rules = rules;
		this.#to = to;
	}

	/** `undefined` holds what arrives until the next handler. */
	serve(handler: Handler | undefined): void {
		this.#handler = handler;
		this.#drain();
	}

	request(id: string, method: string, params: unknown) {
		if (this.#running.has(id)) return this.#to.fault({ kind: "duplicate-id", id });
		const error = this.#problemWithRequest(method, params);
		if (error !== undefined) return this.#refuse(id, error);
		const controller = new AbortController();
		this.#running.set(id, controller);
		this.#deliver((handler) => void this.#run(handler, method, params, { id, signal: controller.signal }));
	}

	notification(method: string, params: unknown) {
		const rule = notificationRule(this.#rules, method);
		if (rule === undefined) return this.#to.fault({ kind: "unknown-method", method });
		const why = rule.problemWithParams(params);
		if (why !== undefined) return this.#to.fault({ kind: "invalid-params", method, why });
		this.#deliver((handler) => this.#notify(handler, method, params));
	}

	cancel(id: string): void {
		this.#running.get(id)?.abort();
	}

	/** Aborts what runs; nothing is answered any more. */
	close(): void {
		this.#held.length = 0;
		for (const controller of this.#running.values()) controller.abort();
		this.#running.clear();
	}

	#problemWithRequest(method: string, params: unknown): MonkError | undefined {
		const rule = requestRule(this.#rules, method);
		if (rule === undefined) {
			this.#to.fault({ kind: "unknown-method", method });
			return new MonkError("METHOD_NOT_FOUND", `there is no request ${method} here`);
		}
		const why = rule.problemWithParams(params);
		if (why !== undefined) {
			this.#to.fault({ kind: "invalid-params", method, why });
			return new MonkError("INVALID_REQUEST", `the params of ${method} do not fit: ${why}`);
		}
		if (this.#running.size < limits.callsInFlight) return undefined;
		this.#to.fault({ kind: "too-many-calls", method });
		return new MonkError("RATE_LIMITED", `${limits.callsInFlight} calls are in flight already`);
	}

	/** Whoever heard of the fault may have closed the connection: then the peer is told nothing. */
	#refuse(id: string, error: MonkError): void {
		if (this.#to.isOpen()) this.#to.refuse(id, toWireError(error));
	}

	#deliver(task: (handler: Handler) => void) {
		if (this.#held.length >= limits.heldMessages) return this.#to.overflow();
		this.#held.push(task);
		this.#drain();
	}

	/** A handler may send, be answered at once, or hand over to another handler: the order holds all the same. */
	#drain(): void {
		if (this.#isDraining) return;
		this.#isDraining = true;
		while (this.#handler !== undefined) {
			const task = this.#held.shift();
			if (task === undefined) break;
			task(this.#handler);
		}
		this.#isDraining = false;
	}

	async #run(handler: Handler, method: string, params: unknown, call: IncomingCall): Promise<void> {
		const settle = await this.#settle(handler, method, params, call);
		// After a close nobody is owed an answer.
		if (this.#running.delete(call.id)) settle();
	}

	/** Runs the handler and tells how to answer; never rejects. */
	async #settle(handler: Handler, method: string, params: unknown, call: IncomingCall): Promise<() => void> {
		try {
			if (call.signal.aborted) throw new MonkError("CANCELLED", `${method} was cancelled before it began`);
			const result = await handler.request(method, params, call);
			this.#checkOwnResult(method, result);
			return () => this.#to.answer(call.id, result);
		} catch (thrown) {
			if (!(thrown instanceof MonkError)) this.#to.fault({ kind: "handler-threw", method });
			return () => this.#to.refuse(call.id, toWireError(thrown));
		}
	}

	#checkOwnResult(method: string, result: unknown): void {
		const why = requestRule(this.#rules, method)?.problemWithResult(result);
		if (why === undefined) return;
		this.#to.fault({ kind: "invalid-own-result", method, why });
		throw new MonkError("INTERNAL_ERROR", `the answer to ${method} did not fit its shape`);
	}

	#notify(handler: Handler, method: string, params: unknown): void {
		try {
			handler.notify(method, params);
		} catch {
			this.#to.fault({ kind: "handler-threw", method });
		}
	}
}
