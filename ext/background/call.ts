import { MonkError } from "../../lib/errors/error.ts";
import type { Power } from "../grant.ts";
import type { Dialog } from "./debugger/attachment.ts";
import type { FrameAnswer } from "./in-frames.ts";

/** Made once: an error takes longer to make than to throw, and hardly any call has work left that hears it. */
const over = new MonkError("CANCELLED", "the call is over");

/**
 * One request of the owner's while it runs: when it must end, and whether it still should. Every wait of a tool goes
 * through `within` or `pause`, so that a cancel, a closed tab or the person's stop ends it there and then.
 */
export class Call {
	readonly id: string;
	/** What whoever asked calls itself, as the owner tells it: a share may be for one client only. */
	readonly client: string | undefined;
	/** Milliseconds since the epoch. */
	readonly deadline: number;
	private readonly readyBy: number;
	/** Set once the tab is known: what ends the tab's calls ends this one. */
	tabId: number | undefined;
	/** The most that the call was found to need of its tab: when the person takes that back, the call ends. */
	need: Power | undefined;
	/** Asks the top document of a page that Chrome shuts to scripts of extensions; set by whoever runs the call. */
	askShutPage:
		| ((tabId: number, expression: string, call: Call) => Promise<readonly FrameAnswer<unknown>[]>)
		| undefined;
	/** The dialog that stands open in a tab, where that hinders the call; set by whoever runs it. */
	dialogIn: ((tabId: number) => Dialog | undefined) | undefined;
	/** Resolves when the call is known to be carried out this once only; whoever acts waits for it. */
	mayAct: Promise<void> = Promise.resolve();
	/** How far an act has come that takes a while, in words. */
	progress: string | undefined;
	/** Set from the first moment that something may have happened in the page. */
	isActing = false;
	/** The act's own input is on its way to the page, which cannot tell it from a person's. */
	isPressing = false;
	/** Since when, in milliseconds since the epoch, no input in the page can be the act's. */
	handsOffSince = 0;
	private readonly openedTabs: number[] = [];
	private readonly openedListeners = new Set<() => void>();
	private readonly controller = new AbortController();
	private readonly timer: ReturnType<typeof setTimeout>;

	/** `patienceMs`: how much of it may go by before an element is ready. */
	constructor(id: string, timeoutMs: number, patienceMs = timeoutMs, client?: string) {
		this.id = id;
		this.client = client;
		this.deadline = Date.now() + timeoutMs;
		this.readyBy = Date.now() + patienceMs;
		this.timer = setTimeout(() => this.abort(new MonkError("TIMEOUT", this.timeoutText(timeoutMs))), timeoutMs);
	}

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** Milliseconds left. */
	get left(): number {
		return Math.max(0, this.deadline - Date.now());
	}

	/** Milliseconds left for an element to become ready. */
	get patience(): number {
		return Math.max(0, Math.min(this.deadline, this.readyBy) - Date.now());
	}

	/** The error tells how far the act had come. */
	abort({ code, message, hint, data }: MonkError): void {
		const words = this.progress === undefined ? message : `${message}; ${this.progress}`;
		this.controller.abort(new MonkError(code, words, { hint, data }));
	}

	/** The call is over: whatever of its work still runs stops at its next wait. */
	end(): void {
		clearTimeout(this.timer);
		this.controller.abort(over);
	}

	/** The call is to read or to act in that tab. */
	uses(tabId: number, need: Power): void {
		this.tabId = tabId;
		if (this.need !== "act") this.need = need;
	}

	/** The act opened a tab, which is shared by now if it is to be. */
	opened(tabId: number): void {
		this.openedTabs.push(tabId);
		for (const listener of this.openedListeners) listener();
	}

	/** The tabs that the act opened, once there are as many as `count` or after `ms`. */
	async untilOpened(count: number, ms: number): Promise<readonly number[]> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const check = (): void => {
			if (this.openedTabs.length >= count) resolve();
		};
		this.openedListeners.add(check);
		check();
		const late = this.pause(ms);
		await Promise.race([promise, late]).finally(() => {
			this.openedListeners.delete(check);
			late.catch(() => undefined);
		});
		return [...this.openedTabs];
	}

	/** Throws the reason when the call should not go on. */
	check(): void {
		this.signal.throwIfAborted();
	}

	/** The outcome of `work`, or the reason of the abort if that comes first. */
	within<T>(work: Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			const stop = (): void => reject(this.signal.reason);
			if (this.signal.aborted) stop();
			this.signal.addEventListener("abort", stop, { once: true });
			work.then(resolve, reject).finally(() => this.signal.removeEventListener("abort", stop));
		});
	}

	/** Waits `ms`, unless the call ends before. */
	pause(ms: number): Promise<void> {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const slept = new Promise<void>((resolve) => {
			timer = setTimeout(resolve, ms);
		});
		return this.within(slept).finally(() => clearTimeout(timer));
	}

	private timeoutText(timeoutMs: number): string {
		return `no end after ${timeoutMs} ms${this.isActing ? "; it may have happened in part" : ""}`;
	}
}

/** The outcome of `work`, or `late` when it takes longer than `ms`. The work itself goes on and is let go. */
export function atMost<T, L>(work: Promise<T>, ms: number, late: L): Promise<T | L> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => resolve(late), ms);
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
