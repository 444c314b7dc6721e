import { MonkError } from "../../lib/errors/error.ts";
import { Call } from "./call.ts";

/** The calls in flight in this life of the worker. */
export class RunningCalls {
	private readonly calls = new Map<string, Call>();

	/** Runs `work` as a call that can be cancelled by its id until it settles. `timeoutMs` ends it with TIMEOUT. */
	async run<T>(
		id: string,
		timeoutMs: number,
		work: (call: Call) => Promise<T>,
		patienceMs?: number,
		client?: string,
	): Promise<T> {
		const call = new Call(id, timeoutMs, patienceMs, client);
		this.calls.set(id, call);
		try {
			return await call.within(work(call));
		} finally {
			this.calls.delete(id);
			call.end();
		}
	}

	get isBusy(): boolean {
		return this.calls.size > 0;
	}

	cancel(id: string): void {
		this.calls.get(id)?.abort(new MonkError("CANCELLED", "the call was cancelled"));
	}

	abortTab(tabId: number, error: MonkError): void {
		for (const call of this.calls.values()) if (call.tabId === tabId) call.abort(error);
	}

	all(): readonly Call[] {
		return [...this.calls.values()];
	}

	abortAll(error: MonkError): void {
		for (const call of this.calls.values()) call.abort(error);
	}

	/** The calls that do something in that tab right now. */
	actingIn(tabId: number): readonly Call[] {
		return [...this.calls.values()].filter((call) => call.tabId === tabId && call.isActing);
	}
}
