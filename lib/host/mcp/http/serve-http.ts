import type { Server } from "bun";
import type { Clock, Random } from "../../../wire/transport.ts";
import type { AuditEvent } from "../../audit.ts";
import { portTaken } from "../../sockets/port-holder.ts";
import { portNames } from "../../sockets/port-names.ts";
import type { AgentOptions } from "../agent.ts";
import { type Door, errorResponse, mcpPath, refusalOf, refuse } from "./door.ts";
import { HttpSession } from "./session.ts";

export interface HttpOptions extends Pick<AgentOptions, "connect" | "tools" | "groups"> {
	/** 0 takes any free port. */
	readonly port: number;
	readonly token: string;
	readonly clock: Clock;
	readonly random: Random;
	audit(event: AuditEvent): void;
}

export interface HttpServing {
	readonly port: number;
	/** Where agents call. */
	readonly url: string;
	/** Ends all sessions and stops listening. */
	stop(): Promise<void>;
}

/** Sessions at once, as many as the control port takes clients and more than anybody has agents. */
const sessionsAtMost = 64;

/** Milliseconds without a request before a session may have to make room: a client that lives has pauses between calls. */
const yieldsAfterMs = 60_000;

/** Milliseconds between two looks for sessions that are over. */
const lookMs = 60_000;

/** Bytes of a request: more than any call needs, since files are named and not sent. */
const requestBytes = 4 * 1024 * 1024;

class Sessions {
	readonly #options: HttpOptions;
	readonly #open = new Map<string, HttpSession>();

	constructor(options: HttpOptions) {
		this.#options = options;
	}

	async answer(request: Request): Promise<Response> {
		const id = request.headers.get("mcp-session-id");
		if (id === null) return this.#begin(request);
		const session = this.#open.get(id);
		return session === undefined ? errorResponse(404, "Session not found") : session.answer(request);
	}

	async closeOver(): Promise<void> {
		for (const session of [...this.#open.values()]) if (session.isOver) await session.close();
	}

	async closeAll(): Promise<void> {
		for (const session of [...this.#open.values()]) await session.close();
	}

	/** What is no `initialize` is refused by the session itself, which is then dropped. */
	async #begin(request: Request): Promise<Response> {
		const { random, clock, connect, tools, groups } = this.#options;
		if (!(await this.#hasRoom())) return errorResponse(503, "Too many sessions", { "retry-after": "60" });
		const sessionId = random.bytes(32).toHex();
		const session = await HttpSession.make({
			sessionId,
			id: random.bytes(8).toHex(),
			connect,
			tools,
			groups,
			clock,
			folder: undefined,
			onOpen: () => this.#open.set(sessionId, session),
			onClose: () => this.#open.delete(sessionId),
		});
		const response = await session.answer(request);
		if (!this.#open.has(sessionId)) await session.close();
		return response;
	}

	/** The session that was idle longest makes room, if it was idle for long enough. */
	async #hasRoom(): Promise<boolean> {
		if (this.#open.size < sessionsAtMost) return true;
		const [longest] = [...this.#open.values()].toSorted((a, b) => b.idleMs - a.idleMs);
		if (longest === undefined || longest.idleMs < yieldsAfterMs) return false;
		await longest.close();
		return true;
	}
}

function listen(options: HttpOptions, sessions: Sessions): Server<undefined> {
	const answer = async (request: Request, server: Server<undefined>): Promise<Response> => {
		const door: Door = { port: server.port ?? options.port, token: options.token };
		const refusal = refusalOf(request, door);
		if (refusal !== undefined) {
			if (refusal.status !== 404) options.audit({ event: "upgrade-refused", port: "http", why: refusal.why });
			return refuse(refusal);
		}
		// Streams stay open while nothing is said.
		server.timeout(request, 0);
		return sessions.answer(request);
	};
	return Bun.serve({
		hostname: "127.0.0.1",
		port: options.port,
		reusePort: false,
		maxRequestBodySize: requestBytes,
		fetch: answer,
		error: () => errorResponse(500, "Internal error"),
	});
}

/**
 * Serves MCP's Streamable HTTP on 127.0.0.1 to whoever has the token; each session is a client of the owner.
 *
 * @throws MonkError PORT_TAKEN, naming who holds the port as far as that can be known
 */
export async function serveHttp(options: HttpOptions): Promise<HttpServing> {
	const sessions = new Sessions(options);
	let server: Server<undefined>;
	try {
		server = listen(options, sessions);
	} catch (thrown) {
		if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EADDRINUSE")) throw thrown;
		throw await portTaken({ ...portNames.http, port: options.port });
	}
	let stopLooking = (): void => undefined;
	const look = (): void => {
		void sessions.closeOver();
		stopLooking = options.clock.after(lookMs, look);
	};
	stopLooking = options.clock.after(lookMs, look);
	const port = server.port ?? options.port;
	return {
		port,
		url: `http://127.0.0.1:${port}${mcpPath}`,
		async stop() {
			stopLooking();
			await sessions.closeAll();
			await server.stop(true);
		},
	};
}
