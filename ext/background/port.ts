import type { Answer, FromWorker, RealmMessage, ToWorker } from "../messages.ts";

type Answerer = (message: RealmMessage) => Promise<Answer<unknown>>;

/** Names this life of the service worker. */
export const BOOT = crypto.randomUUID();

async function serve(port: MessagePort, message: ToWorker, answerer: Answerer): Promise<void> {
	const say = (reply: FromWorker): void => port.postMessage(reply);
	if ("probe" in message) {
		say({ kind: "received", id: message.probe, boot: BOOT });
		return;
	}
	say({ kind: "received", id: message.id, boot: BOOT });
	say({ kind: "answer", id: message.id, answer: await answerer(message) });
}

/** Takes the end of a MessageChannel that the offscreen page hands over, once for each life of the worker or more. */
export function acceptPorts(answerer: Answerer): void {
	const scope = globalThis as unknown as EventTarget;
	scope.addEventListener("message", (event) => {
		const { ports, origin } = event as MessageEvent;
		const [port] = ports;
		if (port === undefined || origin !== location.origin) return;
		port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
			serve(port, data, answerer);
		};
	});
}
