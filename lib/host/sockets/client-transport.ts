import { request } from "node:http";
import { connect } from "node:net";
import { MonkError } from "../../errors/error.ts";
import { limits } from "../../wire/limits.ts";
import type { Transport } from "../../wire/transport.ts";
import { describeHolder } from "./port-holder.ts";
import { closeCodes } from "./server-transport.ts";

/** Milliseconds for the other side to answer a close: one that hangs must not keep this process alive. */
const closingMs = 500;

/** The browser's type of a socket, which the extension's sources need, hides what Bun's own can do. */
const cutOff = (socket: object): void => (socket as Bun.WebSocket).terminate();

/** A client's open socket as a transport. */
export function clientTransport(socket: WebSocket): Transport {
	return {
		send(text) {
			if (socket.readyState !== WebSocket.OPEN) throw new Error("the connection is closed");
			socket.send(text);
		},
		close(code, reason) {
			socket.close(code, reason);
			setTimeout(() => cutOff(socket), closingMs).unref();
		},
		onMessage(listener) {
			socket.addEventListener("message", ({ data }) => {
				if (typeof data === "string") listener(data);
				else socket.close(closeCodes.binary);
			});
		},
		onClose(listener) {
			socket.addEventListener("close", ({ code, reason }) => listener(code, reason), { once: true });
		},
	};
}

/** Whether anything listens on a port of this machine. */
export function isListening(port: number): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<boolean>();
	const socket = connect({ host: "127.0.0.1", port });
	socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
	return promise.finally(() => socket.destroy());
}

/** Milliseconds for a program on this machine to answer a handshake. */
const handshakeMs = 5_000;

/** How a dial ended: `cut` before the handshake was over, or `silent` for longer than that may take. */
type Dialled =
	| { readonly kind: "open"; readonly socket: WebSocket }
	| { readonly kind: "cut" }
	| { readonly kind: "silent" };

function dialOnce(port: number, withinMs: number): Promise<Dialled> {
	const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
	const { promise, resolve } = Promise.withResolvers<Dialled>();
	const timer = setTimeout(() => {
		resolve({ kind: "silent" });
		socket.close();
	}, withinMs);
	socket.addEventListener("open", () => resolve({ kind: "open", socket }), { once: true });
	socket.addEventListener("close", () => resolve({ kind: "cut" }), { once: true });
	return promise.finally(() => clearTimeout(timer));
}

/** With what our listeners answer when they hold as many connections as they may. */
const tooMany = 503;

/** The HTTP status with which a WebSocket is refused, since the socket itself does not tell; undefined when it is not. */
function refusal(port: number, withinMs: number): Promise<number | undefined> {
	const { promise, resolve } = Promise.withResolvers<number | undefined>();
	const headers = {
		Connection: "Upgrade",
		Upgrade: "websocket",
		"Sec-WebSocket-Version": "13",
		"Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
	};
	const asked = request({ host: "127.0.0.1", port, headers, timeout: withinMs });
	asked.once("response", ({ statusCode }) => resolve(statusCode));
	for (const event of ["upgrade", "error", "timeout", "close"]) asked.once(event, () => resolve(undefined));
	asked.end();
	return promise.finally(() => asked.destroy());
}

/**
 * Dials a port of this machine.
 *
 * @throws MonkError NO_OWNER when nothing listens there, RATE_LIMITED when what listens has as many connections as it
 * takes, PORT_TAKEN when it refuses a WebSocket or is silent
 */
export async function dialPort(port: number, withinMs = handshakeMs): Promise<WebSocket> {
	let dialled = await dialOnce(port, withinMs);
	if (dialled.kind !== "open" && !(await isListening(port)))
		throw new MonkError("NO_OWNER", `no monk is running (port ${port} is free)`);
	// An owner may have ended in the midst of the handshake, and the next one be there already.
	if (dialled.kind === "cut") dialled = await dialOnce(port, withinMs);
	if (dialled.kind === "open") return dialled.socket;
	if ((await refusal(port, withinMs)) === tooMany)
		throw new MonkError(
			"RATE_LIMITED",
			`port ${port} takes no more connections now (${limits.connectionsPerListener})`,
			{
				hint: "End an agent or a command that is connected, or try again later.",
			},
		);
	throw new MonkError("PORT_TAKEN", `port ${port} is held by ${await describeHolder(port)}, which is no monk`);
}
