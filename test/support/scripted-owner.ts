import { type LinkParams, type LinkRequest, type LinkResult, linkMessages } from "../../lib/catalog/catalog.ts";
import type { Consent } from "../../lib/catalog/consent.ts";
import { rulesOf } from "../../lib/catalog/rules.ts";
import { type Hello, PROTOCOL_VERSION, sessionMessages } from "../../lib/catalog/session.ts";
import type { TabInfo } from "../../lib/catalog/tabs.ts";
import {
	type Enrolment,
	type ReadySession,
	runOwnerSession,
	type SessionAudit,
} from "../../lib/session/owner-session.ts";
import { PairingWindow } from "../../lib/session/pairing.ts";
import { frames } from "../../lib/wire/frames.ts";
import { limits } from "../../lib/wire/limits.ts";
import { Peer } from "../../lib/wire/peer.ts";
import type { Clock, Random, Transport } from "../../lib/wire/transport.ts";
import { eventually } from "./eventually.ts";

const clock: Clock = {
	now: () => Date.now(),
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	},
};

const random: Random = { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) };

const rules = rulesOf({ ...sessionMessages, ...linkMessages });

/** One socket: what the Peer listens to, filled by the server's handlers. */
interface Link {
	hear(text: string): void;
	end(code: number): void;
}

/**
 * An owner without the host: a real socket, the real session, and the test's hand on what it asks and accepts. It keeps
 * the keys it minted, so an extension that comes back is known.
 */
export class ScriptedOwner implements AsyncDisposable {
	readonly window = new PairingWindow(random);
	readonly audits: SessionAudit[] = [];
	readonly hellos: Hello[] = [];
	/** What `tabs_changed` told, oldest first. */
	readonly news: (readonly TabInfo[])[] = [];
	/** What `consent_changed` told, oldest first. */
	readonly consents: Consent[] = [];
	/** Set to refuse every hello with these words. */
	refusal: string | undefined;
	#keys = new Map<string, Uint8Array<ArrayBuffer>>();
	#session: ReadySession | undefined;
	#server: Bun.Server<Link | undefined> | undefined;
	#port = 0;

	constructor() {
		this.listen();
	}

	get port(): number {
		return this.#port;
	}

	/** An extension whose key a file gives it, as `monk open` does. */
	enrol(instanceId: string, key: Uint8Array<ArrayBuffer>): void {
		this.#keys.set(instanceId, key);
	}

	/** Knows no browser any more. */
	forgetAll(): void {
		this.#keys.clear();
	}

	/** Opens a pairing window; the code for a person to type. */
	openPairing(): string {
		return this.window.open(Date.now()).code;
	}

	/** The ready connection, waited for. */
	session(within = 15_000): Promise<ReadySession> {
		return eventually(() => (this.#session?.peer.isOpen ? this.#session : undefined), { within });
	}

	/** Sends a request of the owner's and returns what the extension answers, or throws its MonkError. */
	async ask<M extends LinkRequest>(
		method: M,
		params: LinkParams<M>,
		signal?: AbortSignal,
		lastWordsMs = 0,
	): Promise<LinkResult<M>> {
		const { peer } = await this.session();
		const options = signal === undefined ? {} : { signal, lastWordsMs };
		return (await peer.request(method, params, options)) as LinkResult<M>;
	}

	/** Starts listening, on the same port as before if there was one. */
	listen(): void {
		this.#server = Bun.serve<Link | undefined>({
			hostname: "127.0.0.1",
			port: this.#port,
			fetch: (request, server) =>
				server.upgrade(request, { data: undefined }) ? undefined : new Response("links only", { status: 400 }),
			websocket: {
				maxPayloadLength: limits.linkFrameBytes,
				open: (socket) => {
					socket.data = this.#welcome(socket);
				},
				message: (socket, text) => socket.data?.hear(String(text)),
				close: (socket, code) => socket.data?.end(code),
			},
		});
		this.#port = this.#server.port ?? 0;
	}

	/** Closes the socket and the port, as an owner does that was killed. */
	async die(): Promise<void> {
		await this.#server?.stop(true);
		this.#session = undefined;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.die();
	}

	#welcome(socket: Bun.ServerWebSocket<Link | undefined>): Link {
		let hear: (text: string) => void = () => undefined;
		let end: (code: number, reason: string) => void = () => undefined;
		const transport: Transport = {
			send: (text) => void socket.send(text),
			close: (code, reason) => socket.close(code, reason),
			onMessage: (listener) => {
				hear = listener;
			},
			onClose: (listener) => {
				end = listener;
			},
		};
		const peer = new Peer({
			transport,
			codec: frames,
			rules,
			clock,
			maxFrameBytes: limits.linkFrameBytes,
			goneCode: "BROWSER_GONE",
		});
		this.#run(peer);
		return { hear: (text) => hear(text), end: (code) => end(code, "") };
	}

	async #run(peer: Peer): Promise<void> {
		try {
			const ready = await runOwnerSession({
				peer,
				link: "monk",
				clock,
				random,
				serverVersion: "0.0.0-scripted",
				enrolment: this.#enrolment,
				greet: async (hello) => this.#greet(hello),
				onLegacy: () => undefined,
				audit: (event) => this.audits.push(event),
			});
			peer.serve({
				request: () => Promise.reject(new Error("an extension asks nothing")),
				notify: (method, params) => {
					if (method === "tabs_changed") this.news.push((params as { tabs: TabInfo[] }).tabs);
					if (method === "consent_changed") this.consents.push(params as Consent);
				},
			});
			this.#session = ready;
		} catch {
			// It ended before it was ready; `audits` tells why.
		}
	}

	/** One object for all connections: nonces are remembered by it. */
	readonly #enrolment: Enrolment = {
		keyOf: async (peer) => (peer.kind === "monk" ? this.#keys.get(peer.instanceId) : undefined),
		window: this.window,
		store: async (peer, key) => {
			if (peer.kind === "monk") this.#keys.set(peer.instanceId, key);
		},
	};

	#greet(hello: Hello) {
		this.hellos.push(hello);
		const common = { protocol: PROTOCOL_VERSION, serverVersion: "0.0.0-scripted" };
		if (this.refusal !== undefined) return { ok: false as const, ...common, reason: this.refusal };
		const label = hello.label || "chrome-1";
		return { ok: true as const, ...common, assignedLabel: label, assignedSlug: hello.slug ?? label.toLowerCase() };
	}
}
