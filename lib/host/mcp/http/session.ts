import { WebStandardStreamableHTTPServerTransport as HttpTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Clock } from "../../../wire/transport.ts";
import { VERSION } from "../../version.ts";
import { Agent, type AgentOptions } from "../agent.ts";
import { mcpServer } from "../server.ts";
import { EventLog } from "./event-log.ts";

export interface SessionOptions extends AgentOptions {
	readonly clock: Clock;
	/** What a client shows with each request; whoever has it and the token is that client. */
	readonly sessionId: string;
	/** The session has been initialized. */
	onOpen(): void;
	onClose(): void;
}

/** Milliseconds after which a client whose stream broke should come back. */
const retryMs = 1_000;

/**
 * Milliseconds without a request after which a session is over: soon when the client held a stream open and has let go
 * of it, since that is all that tells of its end; later when it never held one.
 */
const leftMs = 5 * 60_000;
const silentMs = 2 * 3_600_000;

/** One client over HTTP: an MCP server of its own and its own place at the owner. */
export class HttpSession {
	readonly #transport: HttpTransport;
	readonly #clock: Clock;
	readonly #agent: Agent;
	#openRequests = 0;
	#hasListened = false;
	#lastSeen: number;

	private constructor(options: SessionOptions) {
		this.#clock = options.clock;
		this.#lastSeen = options.clock.now();
		this.#agent = new Agent(options);
		this.#transport = new HttpTransport({
			sessionIdGenerator: () => options.sessionId,
			eventStore: new EventLog(),
			retryInterval: retryMs,
			onsessioninitialized: options.onOpen,
			// Before the transport cancels what runs, so that the owner keeps what it came to.
			onsessionclosed: () => this.#agent.close(),
		});
	}

	static async make(options: SessionOptions): Promise<HttpSession> {
		const session = new HttpSession(options);
		const server = mcpServer({ version: VERSION, agent: session.#agent, clock: options.clock });
		server.onclose = () => {
			session.#agent.close();
			options.onClose();
		};
		await server.connect(session.#transport);
		return session;
	}

	/** Milliseconds since its last request; none while one is open, a stream too. */
	get idleMs(): number {
		return this.#openRequests > 0 ? 0 : this.#clock.now() - this.#lastSeen;
	}

	/** The client has left, as far as can be told. */
	get isOver(): boolean {
		return this.idleMs > (this.#hasListened ? leftMs : silentMs);
	}

	async answer(request: Request): Promise<Response> {
		this.#openRequests++;
		const response = await this.#transport.handleRequest(request);
		if (request.method === "GET" && response.ok) this.#hasListened = true;
		if (response.body === null) this.#ended();
		else return this.#counted(request, response, response.body);
		return response;
	}

	async close(): Promise<void> {
		this.#agent.close();
		await this.#transport.close();
	}

	/** A stream is open until it ends or its client breaks off. */
	#counted(request: Request, response: Response, body: ReadableStream<Uint8Array>): Response {
		let isOpen = true;
		const end = (): void => {
			if (isOpen) this.#ended();
			isOpen = false;
		};
		request.signal.addEventListener("abort", end, { once: true });
		const counted = body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ flush: end }));
		return new Response(counted, response);
	}

	#ended(): void {
		this.#openRequests--;
		this.#lastSeen = this.#clock.now();
	}
}
