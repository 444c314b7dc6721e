import "../../catalog/jitless.ts";
import type { OwnerStatus, ToolResult } from "../../catalog/control.ts";
import type { AuditEvent } from "../audit.ts";
import type { Ports } from "../paths.ts";
import { isConnected } from "../profiles/profile.ts";
import { callScripts, type ScriptsRequest } from "../scriptcat/call.ts";
import type { Listening } from "../sockets/listen.ts";
import { ClientMemory, leasesFrom, memoryFrom } from "../tools/client-memory.ts";
import { callTool, type ToolRequest } from "../tools/dispatch.ts";
import { oneLine } from "../tools/plain-text.ts";
import { controlHandlers } from "./control-handlers.ts";
import { type AcceptedClient, type ControlDeskSide, serveControl } from "./control-server.ts";
import { clearUpBehind } from "./departures.ts";
import { Idleness } from "./idleness.ts";
import { tellNews } from "./news.ts";
import type { Offer } from "./offer.ts";
import { OwnerPorts } from "./owner-ports.ts";
import { assemble, type OwnerOptions, type Parts } from "./parts.ts";
import { statusOf } from "./status.ts";
import { dropToken, mintToken } from "./token.ts";

export interface Owner {
	readonly ports: Ports;
	/** Groups of tools that are worth listing only now; a change is told to every client. */
	readonly offer: Offer;
	/** Carries out a tool's call for a client in this very process. Rejects only with OWNER_STOPPING. */
	callTool(request: ToolRequest): Promise<ToolResult>;
	status(): OwnerStatus;
	/** Writes down what another door of this process saw. */
	audit(event: AuditEvent): void;
	/** Has `status` tell that this process serves MCP over HTTP on a port. */
	tellHttpPort(port: number): void;
	/**
	 * Lets go of the ports, so that another may own them, and takes no more calls; those that run have a second. Says
	 * goodbye and closes what is connected: all within two seconds. May be called again. `leaving`: a client of this very
	 * process, which leaves with it, so that nobody else would close the tabs that it opened for a while.
	 */
	stop(reason: string, leaving?: { readonly clientId: string }): Promise<void>;
	/** Resolves at the end of `stop`, whoever asked for it. */
	readonly stopped: Promise<void>;
}

/** Lets an answer leave before the connection that carries it is closed. */
const answerMs = 20;

class RunningOwner implements Owner {
	readonly #parts: Parts;
	readonly #startedAt: number;
	readonly #end = Promise.withResolvers<void>();
	readonly #ports: OwnerPorts;
	#token = "";
	#idleness: Idleness | undefined;
	#stopping: Promise<void> | undefined;

	constructor(parts: Parts, control: Listening) {
		this.#parts = parts;
		this.#startedAt = parts.options.clock.now();
		this.#ports = new OwnerPorts(parts, control);
	}

	get ports(): Ports {
		return this.#ports.bound;
	}

	audit(event: AuditEvent): void {
		this.#parts.audit.write(event);
	}

	tellHttpPort(port: number): void {
		this.#ports.tellHttp(port);
	}

	get offer(): Offer {
		return this.#parts.offer;
	}

	get stopped(): Promise<void> {
		return this.#end.promise;
	}

	/** Opens the other ports and writes the token; then clients that dialled meanwhile are served. */
	async open(): Promise<ControlDeskSide> {
		const { audit, options } = this.#parts;
		try {
			await this.#ports.open();
			this.#token = await mintToken(options.paths.token, options.random);
		} catch (thrown) {
			await this.#ports.close();
			this.#letGo();
			throw thrown;
		}
		audit.write({ event: "owner-started", version: options.version, pid: options.pid });
		this.#watchIdleness();
		tellNews(this.#parts);
		return this.#desk();
	}

	#watchIdleness(): void {
		const { options, registry, clients, scripts } = this.#parts;
		const { idleMs, clock } = options;
		if (idleMs === undefined) return;
		const idleness = new Idleness({
			clock,
			afterMs: idleMs,
			isNeeded: () => clients.size > 0 || scripts.state === "connected" || registry.all.some(isConnected),
			onIdle: () => {
				options.log?.(`nobody has used monk for ${idleMs / 60_000} minutes: it ends itself`);
				void this.stop("nobody used it");
			},
		});
		this.#idleness = idleness;
		registry.onChange(() => idleness.look());
		scripts.onChange(() => idleness.look());
		idleness.look();
	}

	#remember(client: AcceptedClient): void {
		const { clients, departures, toolHost } = this.#parts;
		const { id, name, told } = client;
		const memory = departures.returned(id) ?? (told === undefined ? new ClientMemory() : memoryFrom(told));
		client.memory = memory;
		if (told !== undefined) toolHost.leases.restore(leasesFrom(told, id, name));
		clients.add(client);
		this.#idleness?.look();
		client.onGone(() => {
			clients.delete(client);
			toolHost.leases.leave(id);
			departures.left(id, { name, memory });
			this.#idleness?.look();
		});
	}

	callTool(request: ToolRequest): Promise<ToolResult> {
		const { calls, toolHost } = this.#parts;
		return calls.track((stopping) =>
			callTool(toolHost, { ...request, signal: AbortSignal.any([request.signal, stopping]) }),
		);
	}

	#callScripts(request: ScriptsRequest): Promise<object> {
		const { calls, toolHost } = this.#parts;
		return calls.track((stopping) =>
			callScripts(toolHost, { ...request, signal: AbortSignal.any([request.signal, stopping]) }),
		);
	}

	status(): OwnerStatus {
		const { all: ports, problems } = this.#ports;
		return statusOf(this.#parts, { startedAt: this.#startedAt, ports, problems });
	}

	stop(reason: string, leaving?: { readonly clientId: string }): Promise<void> {
		this.#stopping ??= this.#close(reason, leaving).finally(() => this.#end.resolve());
		return this.#stopping;
	}

	async #close(reason: string, leaving: { readonly clientId: string } | undefined): Promise<void> {
		const { audit, links, peers, calls, options, scripts } = this.#parts;
		calls.close();
		await dropToken(options.paths.token, this.#token);
		// The next owner may begin as soon as the port is free, and reads which browsers come back to it.
		await peers.settled();
		this.#ports.release();
		await Promise.all([calls.end(), leaving && clearUpBehind(this.#parts, leaving.clientId)]);
		for (const peer of links) sayShutdown(peer, reason);
		scripts.sayGoodbye();
		await Bun.sleep(answerMs);
		await this.#ports.close();
		await peers.settled();
		audit.write({ event: "owner-stopped", reason });
		this.#letGo();
	}

	#letGo(): void {
		this.#parts.departures.end();
		this.#parts.toolHost.homecoming.end();
		this.#parts.tasks.close();
		this.#parts.audit.close();
	}

	/** Once the answer to whoever asked has left. */
	#stopSoon(reason: string): void {
		this.#parts.options.clock.after(answerMs, () => void this.stop(reason));
	}

	#desk(): ControlDeskSide {
		const { options, audit, registry, peers, pairing, tasks } = this.#parts;
		const { clock, random } = options;
		return {
			token: this.#token,
			groups: () => this.#parts.offer.groups,
			audit: (event) => audit.write(event),
			onAccepted: (client) => this.#remember(client),
			dismiss: (version) => this.#stopSoon(`monk ${oneLine(version)} takes its place`),
			handlers: controlHandlers({
				random,
				registry,
				peers,
				pairing,
				tasks,
				audit: (event) => audit.write(event),
				callTool: (request) => this.callTool(request),
				callScripts: (request) => this.#callScripts(request),
				status: () => this.status(),
				linkPort: () => this.#ports.bound.link,
				clock,
				stopSoon: () => this.#stopSoon("a client asked for it"),
			}),
		};
	}
}

/** Before the session is ready there is nobody to say it to, and the connection closes all the same. */
function sayShutdown(peer: { notify(method: string, params: unknown): void }, reason: string): void {
	try {
		peer.notify("$session.shutdown", { reason });
	} catch {
		// The socket could not take it; the close that follows tells as much.
	}
}

/**
 * Becomes the owner of this machine's browsers: binds the ports, writes the control token, takes in extensions and
 * clients. The control port comes first: whoever loses the bid for it has touched nothing of the winner's state.
 *
 * @throws MonkError PORT_TAKEN, or STATE_UNREADABLE when a damaged state file cannot even be moved aside
 */
export async function startOwner(options: OwnerOptions): Promise<Owner> {
	const { ports, version, pid, clock, random } = options;
	const desk = Promise.withResolvers<ControlDeskSide>();
	desk.promise.catch(() => undefined);
	const control = await serveControl({ port: ports.control, version, pid, clock, random, desk: desk.promise });
	try {
		const owner = new RunningOwner(await assemble(options), control);
		desk.resolve(await owner.open());
		return owner;
	} catch (thrown) {
		desk.reject(thrown);
		await control.stop();
		throw thrown;
	}
}
