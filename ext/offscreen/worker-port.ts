import type { Effect } from "../../lib/catalog/define.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { unwrap } from "../answer.ts";
import { ask } from "../ask.ts";
import type { Answer, FromWorker, OffscreenRequests, RealmMessage, ToWorker } from "../messages.ts";

/** The worker stops after 30 s without a message, and its port dies without an event. */
const SILENT_MS = 25_000;

/** Milliseconds for the worker to say that it has a message. */
const RECEIVED_MS = 250;

/** Workers that may die under one read before it is given up. */
const TRIES = 3;

/** Milliseconds between two looks at whether the worker still lives while it carries something out. */
const PROBE_MS = 1_000;

interface Waiting {
	readonly message: RealmMessage;
	readonly effect: Effect;
	/** The life of the worker that has the message. */
	boot: string | undefined;
	readonly settle: (answer: Answer<unknown>) => void;
	readonly lost: () => void;
}

/**
 * Requests to the service worker over a MessagePort. A port tells nothing of a worker that died, so each message is
 * acknowledged with the worker's boot id, and one that is not goes again by `runtime.sendMessage`, which wakes a new
 * worker; the worker knows by the id what it has had already. A worker acts by a message of the port only when it was
 * told that its receipt came: nobody else is asked after that, so no act is done twice.
 */
export class WorkerPort {
	private port: MessagePort | undefined;
	private lastHeard = 0;
	private prober: ReturnType<typeof setInterval> | undefined;
	private readonly waiting = new Map<string, Waiting>();
	private readonly receipts = new Map<string, (boot: string) => void>();

	/** Throws the MonkError of the answer; OUTCOME_UNKNOWN when the worker died during an act. A read is asked again. */
	async request<N extends keyof OffscreenRequests>(
		name: N,
		body: OffscreenRequests[N][0],
		effect: Effect = "read",
		id: string = crypto.randomUUID(),
	): Promise<OffscreenRequests[N][1]> {
		const answer = await this.send({ to: "background", id, name, body }, effect);
		return unwrap(answer) as OffscreenRequests[N][1];
	}

	private send(message: RealmMessage, effect: Effect): Promise<Answer<unknown>> {
		return new Promise((resolve) => {
			const settle = (answer: Answer<unknown>): void => {
				if (!this.waiting.delete(message.id)) return;
				this.keepProbing();
				resolve(answer);
			};
			let tries = 0;
			const lost = (): void => {
				tries++;
				if (effect === "act" || tries === TRIES) settle(outcomeUnknown());
				else this.post(message);
			};
			this.waiting.set(message.id, { message, effect, boot: undefined, settle, lost });
			this.keepProbing();
			this.post(message);
		});
	}

	/** Sends over the port, and by the other way when no receipt comes. */
	private async post(message: RealmMessage): Promise<void> {
		const sent = this.waiting.get(message.id);
		// The life that had it is over, and the next has not taken it yet: a probe must not count that as another loss.
		if (sent !== undefined) sent.boot = undefined;
		const port = await this.openPort();
		const received = this.receipt(message.id);
		port?.postMessage(message satisfies ToWorker);
		const boot = port === undefined ? undefined : await received;
		const waiting = this.waiting.get(message.id);
		if (waiting === undefined) return;
		if (boot === undefined) return this.postAnotherWay(waiting);
		waiting.boot = boot;
		if (waiting.effect === "act") port?.postMessage({ go: message.id } satisfies ToWorker);
	}

	private async postAnotherWay(waiting: Waiting): Promise<void> {
		this.dropPort();
		try {
			waiting.settle({ ok: true, value: await ask(waiting.message) });
		} catch (thrown) {
			if (thrown instanceof MonkError) waiting.settle(failed(thrown));
			// Chrome's own error: the worker that had the message ended before it answered.
			else waiting.lost();
		}
	}

	/** The boot id of the worker that took the message, or undefined when none does in time. */
	private receipt(id: string): Promise<string | undefined> {
		return new Promise((resolve) => {
			const finish = (boot: string | undefined): void => {
				clearTimeout(timer);
				this.receipts.delete(id);
				resolve(boot);
			};
			const timer = setTimeout(() => finish(undefined), RECEIVED_MS);
			this.receipts.set(id, finish);
		});
	}

	private async openPort(): Promise<MessagePort | undefined> {
		if (this.port !== undefined && Date.now() - this.lastHeard < SILENT_MS) return this.port;
		this.dropPort();
		const { active } = await navigator.serviceWorker.ready;
		if (active === null) return undefined;
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
		active.postMessage("port", [port2]);
		this.port = port1;
		this.lastHeard = Date.now();
		return port1;
	}

	/** Leaves the port, open: answers to what was sent over it may still come. */
	private dropPort(): void {
		this.port = undefined;
	}

	private hear(said: FromWorker): void {
		this.lastHeard = Date.now();
		if (said.kind === "answer") this.waiting.get(said.id)?.settle(said.answer);
		else this.receipts.get(said.id)?.(said.boot);
	}

	/** While something is being carried out, asks every second who is listening; that also keeps the worker awake. */
	private keepProbing(): void {
		if (this.waiting.size === 0) {
			clearInterval(this.prober);
			this.prober = undefined;
		} else {
			this.prober ??= setInterval(() => this.probe(), PROBE_MS);
		}
	}

	private async probe(): Promise<void> {
		const boot = await this.bootNow();
		for (const { boot: had, lost } of [...this.waiting.values()]) {
			if (had !== undefined && boot !== undefined && had !== boot) lost();
		}
	}

	/** Which life of the worker listens; a port that does not answer is opened anew, and a dead worker woken by that. */
	private async bootNow(): Promise<string | undefined> {
		const probe = crypto.randomUUID();
		const port = await this.openPort();
		const received = this.receipt(probe);
		port?.postMessage({ probe } satisfies ToWorker);
		const boot = await received;
		if (boot === undefined) this.dropPort();
		return boot;
	}
}

const failed = ({ code, message, hint, data }: MonkError): Answer<unknown> => ({
	ok: false,
	error: { code, message, hint, ...(data === undefined ? {} : { data }) },
});

const outcomeUnknown = (): Answer<unknown> =>
	failed(new MonkError("OUTCOME_UNKNOWN", "the extension's worker ended while the action ran"));
