import type { Answer, FromWorker, RealmMessage, ToWorker } from "../messages.ts";

type Answerer = (message: RealmMessage, mayAct: Promise<void>) => Promise<Answer<unknown>>;

/** Names this life of the service worker. */
export const BOOT = crypto.randomUUID();

/** One end of a MessageChannel, and what came by it and waits for the word that it may act. */
class WorkerEnd {
	private readonly waiting = new Map<string, () => void>();

	constructor(
		private readonly port: MessagePort,
		private readonly answerer: Answerer,
	) {}

	async hear(message: ToWorker): Promise<void> {
		if ("probe" in message) this.say({ kind: "received", id: message.probe, boot: BOOT });
		else if ("go" in message) this.waiting.get(message.go)?.();
		else await this.carryOut(message);
	}

	private async carryOut(message: RealmMessage): Promise<void> {
		const { id } = message;
		const { promise: mayAct, resolve } = Promise.withResolvers<void>();
		this.waiting.set(id, resolve);
		this.say({ kind: "received", id, boot: BOOT });
		const answer = await this.answerer(message, mayAct);
		this.waiting.delete(id);
		this.say({ kind: "answer", id, answer });
	}

	private say(reply: FromWorker): void {
		this.port.postMessage(reply);
	}
}

/** Takes the end of a MessageChannel that the offscreen page hands over, once for each life of the worker or more. */
export function acceptPorts(answerer: Answerer): void {
	const scope = globalThis as unknown as EventTarget;
	scope.addEventListener("message", (event) => {
		const { ports, origin } = event as MessageEvent;
		const [port] = ports;
		if (port === undefined || origin !== location.origin) return;
		const end = new WorkerEnd(port, answerer);
		port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
			end.hear(data);
		};
	});
}
