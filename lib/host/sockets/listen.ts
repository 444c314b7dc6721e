import type { Server, ServerWebSocket } from "bun";
import { limits } from "../../wire/limits.ts";
import type { Transport } from "../../wire/transport.ts";
import { isLoopbackHost } from "./loopback.ts";
import { portTaken } from "./port-holder.ts";
import { closeCodes, type ServerTransport, serverTransport } from "./server-transport.ts";

/** The two addresses by which a machine calls itself. */
export type Loopback = "127.0.0.1" | "::1";

export interface ListenOptions {
	/** 127.0.0.1 when left out. */
	readonly hostname?: Loopback;
	/** 0 takes any free port. */
	readonly port: number;
	/** What the port is for, as a person would say it: "control" or "link". */
	readonly name: string;
	/** Which flag or variable chooses another port, for the error when this one is taken. */
	readonly flag: string;
	/** Longer ones are cut off by the socket itself, before a peer sees them. */
	readonly maxFrameBytes: number;
	/** Why an `Origin` may not call here, or nothing. `null`: the header is absent. */
	refuseOrigin(origin: string | null): string | undefined;
	onConnection(transport: Transport): void;
	onRefused(why: string): void;
}

export interface Listening {
	readonly port: number;
	/** Stops listening, so that another process may; what is connected stays. */
	release(): void;
	/** Ends what is connected, letting what was sent arrive, and stops listening. */
	stop(): Promise<void>;
}

interface SocketData {
	transport?: ServerTransport;
}

type Upgrades = Server<SocketData>;

const refusal = (status: number): Response => new Response(null, { status });

function answer(options: ListenOptions, request: Request, server: Upgrades, open: number): Response | undefined {
	const refuse = (status: number, why: string): Response => {
		options.onRefused(why);
		return refusal(status);
	};
	if (!isLoopbackHost(request.headers.get("host"))) return refuse(403, "the Host header does not name this machine");
	const objection = options.refuseOrigin(request.headers.get("origin"));
	if (objection !== undefined) return refuse(403, objection);
	if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") return refusal(426);
	if (open >= limits.connectionsPerListener) return refuse(503, "too many connections");
	return server.upgrade(request, { data: {} }) ? undefined : refusal(400);
}

/** What Bun says when it cut off a message that was too long: here it gives 1006 for the code, and 1009 to the other side. */
const bunsTooBig = "Received too big message";

type Sockets = Set<ServerWebSocket<SocketData>>;

function serve(options: ListenOptions, open: Sockets): Upgrades {
	return Bun.serve<SocketData>({
		hostname: options.hostname ?? "127.0.0.1",
		port: options.port,
		reusePort: false,
		fetch: (request, server) => answer(options, request, server, open.size),
		websocket: {
			maxPayloadLength: options.maxFrameBytes,
			// Bun drops a message, with a 0 from `send`, that would take the queue past this; so it holds the largest twice.
			backpressureLimit: options.maxFrameBytes * 2,
			closeOnBackpressureLimit: false,
			perMessageDeflate: false,
			idleTimeout: 120,
			sendPings: true,
			open(socket) {
				open.add(socket);
				const transport = serverTransport(socket);
				socket.data.transport = transport;
				options.onConnection(transport);
			},
			message: (socket, message) => socket.data.transport?.received(message),
			close(socket, code, reason) {
				open.delete(socket);
				socket.data.transport?.closed(reason === bunsTooBig ? closeCodes.tooBig : code, reason);
			},
		},
	});
}

/** A peer that does not answer the close within this is cut off. */
const closingMs = 300;

async function stop(server: Upgrades, open: Sockets): Promise<void> {
	for (const socket of open) socket.close(closeCodes.goingAway);
	const deadline = performance.now() + closingMs;
	while (open.size > 0 && performance.now() < deadline) await Bun.sleep(5);
	await server.stop(true);
}

const isTaken = (thrown: unknown): boolean =>
	thrown instanceof Error && "code" in thrown && thrown.code === "EADDRINUSE";

/**
 * Listens for WebSockets on a loopback address.
 *
 * @throws MonkError PORT_TAKEN, naming who holds the port as far as that can be known
 */
export async function listen(options: ListenOptions): Promise<Listening> {
	try {
		const open: Sockets = new Set();
		const server = serve(options, open);
		return {
			port: server.port ?? options.port,
			// It resolves only when the last connection has ended.
			release: () => void server.stop(false),
			stop: () => stop(server, open),
		};
	} catch (thrown) {
		if (!isTaken(thrown)) throw thrown;
		throw await portTaken(options);
	}
}
