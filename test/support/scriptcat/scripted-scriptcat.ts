import { randomBytes, randomUUID } from "node:crypto";
import { Approvals, type Decision, type Kind, type Operation } from "./approvals.ts";
import { guards, isObject, readFrame } from "./guards.ts";
import { Library, Refusal } from "./library.ts";
import { type Credential, contexts, hmac, macKey, openKey } from "./secrets.ts";

type Json = Readonly<Record<string, unknown>>;

/** Ways in which it can be told to misbehave, each as some version, fault or attack would. */
export interface Misbehaviour {
	/** Milliseconds that the check of the owner's proof takes on top. */
	verifyMs: number;
	/** Closes on receiving the owner's proof, as when another frame came during the check: it keeps no key. */
	dropsDuringCheck: boolean;
	schemaVersion: string;
	saysNoCapabilities: boolean;
	methods: readonly string[];
	ignoresPings: boolean;
	/** Never answers a business request. */
	isMute: boolean;
	/** In place of the answer to a method. */
	results: Readonly<Record<string, unknown>>;
	/** A worker that was restarted while a page was open loses the answer that it owes. */
	losesLateAnswers: boolean;
}

export interface ScriptCatOptions {
	readonly port: number;
	/** What the person typed last, and what was stored by an earlier pairing. */
	readonly code?: string;
	readonly key?: string;
	/** `localhost` in the real one. */
	readonly host?: string;
	readonly origin?: string | null;
	/** Milliseconds before the first redial, doubled each time; 2 s in the real one. */
	readonly redialMs?: number;
	/** Milliseconds that an approval lives; 5 minutes in the real one. */
	readonly ttlMs?: number;
	readonly misbehaviour?: Partial<Misbehaviour>;
}

export interface Heard {
	readonly method: string;
	readonly id: string | undefined;
	readonly params: Json;
}

/** One connection, from the dial to its close. */
export interface Dial {
	readonly at: number;
	readonly mode: Credential["mode"];
	/** As the owner closed it; 1005 when this side did. */
	closedWith?: { readonly code: number; readonly reason: string };
}

const allMethods = Object.keys(guards).toSorted();

/** A download for an install from an address: what comes, and after how long. */
export interface Download {
	readonly code?: string;
	readonly ms?: number;
}

/**
 * ScriptCat's External Access over a real socket, as the real extension was measured: its strictness, its silence, its
 * delays and its order. `facts.ts` lists what was measured; a test stands for each.
 */
export class ScriptedScriptCat implements AsyncDisposable {
	readonly library = new Library();
	readonly policies: { write: "approval" | "allow"; read: "approval" | "allow" } = {
		write: "approval",
		read: "approval",
	};
	readonly downloads = new Map<string, Download>();
	readonly heard: Heard[] = [];
	readonly dials: Dial[] = [];
	readonly does: Partial<Misbehaviour>;
	/** As its page shows it. */
	label: "Connecting" | "Connected" | "Connection failed" | "" = "";
	/** Stored locally; what makes it come back in session mode. */
	key: string | undefined;
	daemonVersion: string | undefined;
	/** The worker sleeps: the next request wakes it, and on waking it drops the connection and dials again. */
	isAsleep = false;
	readonly approvals: Approvals;
	readonly #options: ScriptCatOptions;
	#code: string | undefined;
	#socket: WebSocket | undefined;
	#isEnabled = false;
	#delay: number;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** Results of operations that were carried out while no connection could carry their answers. */
	#owed: string[] = [];

	constructor(options: ScriptCatOptions) {
		this.#options = options;
		this.does = { ...options.misbehaviour };
		this.key = options.key;
		this.#code = options.code;
		this.#delay = this.#firstDelay;
		this.approvals = new Approvals({
			ttlMs: options.ttlMs ?? 300_000,
			onDecided: (operation, decision) => this.#carryOut(operation, decision),
		});
	}

	get isConnected(): boolean {
		return this.label === "Connected";
	}

	/** The ids of requests of a method, in the order in which they came. */
	idsOf(method: string): string[] {
		return this.heard.flatMap((heard) => (heard.method === method && heard.id !== undefined ? [heard.id] : []));
	}

	/** External Access on: dials at once. */
	switchOn(): this {
		this.#isEnabled = true;
		this.#delay = this.#firstDelay;
		this.#dial();
		return this;
	}

	/** The browser starts with External Access on: the order to dial is mostly lost on the way, and nobody hears of it. */
	startBrowser(isDialLost: boolean): void {
		this.#isEnabled = true;
		this.label = "Connecting";
		if (!isDialLost) this.#dial();
	}

	/** Off: says so, closes, and keeps the key. */
	switchOff(): void {
		this.#isEnabled = false;
		clearTimeout(this.#timer);
		this.approvals.cancel(undefined);
		this.#send({ method: "$session.shutdown", params: {} });
		this.label = "";
		this.#socket?.close();
	}

	/** "Stop External Access": as off, and the key and the session's grants are gone. */
	stopAccess(): void {
		this.switchOff();
		this.key = undefined;
		this.approvals.grants.clear();
	}

	/** A person types a code: the only thing that ends the use of an old one. */
	typeCode(code: string): this {
		this.#code = code;
		this.key = undefined;
		this.#drop();
		return this.switchOn();
	}

	decide(decision: Decision): "decided" | "error in the page" {
		return this.approvals.decide(decision);
	}

	/** The worker was stopped while a page was open; the person allows, which starts it again, and so it redials. */
	allowAfterWorkerStop(): void {
		const { operation } = this.approvals.shown ?? {};
		if (operation === undefined) throw new Error("no page is shown");
		operation.status = "approved";
		const page = this.approvals.shown;
		if (page !== undefined) page.isOpen = false;
		const answer = this.#outcome(operation, { allow: true });
		if (this.does.losesLateAnswers !== true) this.#owed.push(answer);
		this.restartWorker();
	}

	/** The worker's start makes the page that holds the socket drop it and dial anew, at once. */
	restartWorker(): void {
		this.#drop();
		this.switchOn();
	}

	/** A frame as it stands, for what no ScriptCat would send. */
	sendRaw(text: string): void {
		this.#socket?.send(text);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#isEnabled = false;
		clearTimeout(this.#timer);
		this.#socket?.close();
	}

	get #firstDelay(): number {
		return this.#options.redialMs ?? 2_000;
	}

	#drop(): void {
		const socket = this.#socket;
		this.#socket = undefined;
		clearTimeout(this.#timer);
		socket?.close();
		this.approvals.cancel(undefined);
	}

	#dial(): void {
		const {
			port,
			host = "localhost",
			origin = `chrome-extension://${"ndcooeababalnlpkfedmmbbbgkljhpjf"}`,
		} = this.#options;
		const credential: Credential =
			this.key !== undefined ? { mode: "session", key: this.key } : { mode: "pairing", code: this.#code ?? "" };
		const headers = origin === null ? {} : { Origin: origin };
		const socket = new WebSocket(`ws://${host}:${port}/`, { headers } as Bun.WebSocketOptions as unknown as string[]);
		const dial: Dial = { at: performance.now(), mode: credential.mode };
		this.dials.push(dial);
		this.label = "Connecting";
		this.#socket = socket;
		const hear = this.#handshake(socket, credential);
		socket.addEventListener("message", ({ data }) => hear(String(data)));
		socket.addEventListener("close", ({ code, reason }) => {
			dial.closedWith = { code, reason };
			if (this.#socket === socket) this.#lost();
		});
	}

	#lost(): void {
		this.#socket = undefined;
		this.approvals.cancel(undefined);
		if (!this.#isEnabled) return;
		this.label = "Connection failed";
		this.#timer = setTimeout(() => this.#dial(), this.#delay);
		this.#delay = Math.min(this.#delay * 2, this.#firstDelay * 15);
	}

	/** Nothing is queued while the proof is checked: whatever else comes then closes the socket. */
	#handshake(socket: WebSocket, credential: Credential): (text: string) => void {
		let at: "waiting" | "complete" = "waiting";
		let nonces = { nonceD: "", nonceE: "" };
		const late = setTimeout(() => at === "waiting" && socket.close(), 5_000);
		socket.addEventListener("close", () => clearTimeout(late));
		const answer = (id: string, nonceD: string) => {
			nonces = { nonceD, nonceE: randomBytes(32).toString("hex") };
			const mac = hmac(macKey(credential), contexts[credential.mode].ours, nonceD, nonces.nonceE);
			this.#sendOn(socket, { id, result: { mode: credential.mode, nonceE: nonces.nonceE, hmac: mac } });
		};
		const check = async (said: Json) => {
			if (this.does.dropsDuringCheck === true) return socket.close();
			await Bun.sleep(this.does.verifyMs ?? 0);
			if (!this.#isProof(credential, nonces, said)) return socket.close();
			at = "complete";
			clearTimeout(late);
			this.#delay = this.#firstDelay;
		};
		return (text) => {
			const frame = readFrame(text);
			if (at === "complete") return this.#hear(socket, text);
			if (frame.kind !== "call") return socket.close();
			this.heard.push(frame);
			if (frame.method === "$session.authenticate" && frame.id) answer(frame.id, String(frame.params.nonceD));
			else if (frame.method === "$session.authenticated") void check(frame.params);
			else socket.close();
		};
	}

	/** In pairing mode the key is stored at once; in session mode one that comes is ignored. */
	#isProof(credential: Credential, { nonceD, nonceE }: { nonceD: string; nonceE: string }, said: Json): boolean {
		const expected = hmac(macKey(credential), contexts[credential.mode].theirs, nonceE, nonceD);
		if (said.hmac !== expected) return false;
		if (credential.mode === "session") return true;
		if (!isObject(said.key)) return false;
		this.key = openKey(credential.code, said.key as { ciphertext: string; iv: string });
		return true;
	}

	#hear(socket: WebSocket, text: string): void {
		const frame = readFrame(text);
		if (frame.kind === "violation") socket.close();
		if (frame.kind !== "call") return;
		this.heard.push(frame);
		const { id, method, params } = frame;
		if (method === "$session.hello") this.#greeted(socket, params);
		else if (method === "$session.ping") this.#pong(socket, id);
		else if (method === "$/cancelRequest") this.approvals.cancel(typeof params.id === "string" ? params.id : undefined);
		else if (method.startsWith("scripts.") && id !== undefined) void this.#serve(id, method, params);
		// Anything else is ignored, and never answered.
	}

	#greeted(socket: WebSocket, { daemonVersion }: Json): void {
		this.label = "Connected";
		this.daemonVersion = String(daemonVersion);
		for (const owed of this.#owed.splice(0)) socket.send(owed);
		if (this.does.saysNoCapabilities === true) return;
		const params = { schemaVersion: this.does.schemaVersion ?? "1.0.0", methods: this.does.methods ?? allMethods };
		this.#sendOn(socket, { id: randomUUID(), method: "$session.capabilities", params });
	}

	#pong(socket: WebSocket, id: string | undefined): void {
		if (id !== undefined && this.does.ignoresPings !== true) this.#sendOn(socket, { id, result: {} });
	}

	async #serve(id: string, method: string, { input }: Json): Promise<void> {
		if (this.does.isMute === true) return;
		const [results, asked] = [this.does.results ?? {}, isObject(input) ? input : {}];
		try {
			if (Object.hasOwn(results, method)) this.#send({ id, result: results[method] });
			else await this.#answer(id, method, asked);
		} catch (thrown) {
			this.#send({ id, error: errorOf(thrown) });
		}
		if (!this.isAsleep) return;
		this.isAsleep = false;
		this.restartWorker();
	}

	async #answer(id: string, method: string, input: Json): Promise<void> {
		const { library } = this;
		const ask = (kind: Kind, run: Operation["run"], uuid = input.uuid === undefined ? undefined : String(input.uuid)) =>
			this.approvals.ask(
				{ id, kind, uuid, content: `${method} ${JSON.stringify(input)}`, run },
				this.policies[kind === "source_disclosure" ? "read" : "write"] === "allow",
			);
		if ("uuid" in input) library.find(input.uuid);
		switch (method) {
			case "scripts.list":
				return this.#send({ id, result: library.list() });
			case "scripts.metadata.get":
				return this.#send({ id, result: library.metadata(input) });
			case "scripts.source.get":
				checkWindow(input);
				return ask("source_disclosure", () => library.source(input));
			case "scripts.source.grep":
				checkGrep(input);
				return ask("source_disclosure", () => library.grep(input));
			case "scripts.toggle.request":
				return ask(input.enable === true ? "enable" : "disable", () => library.toggle(input));
			case "scripts.delete.request":
				return ask("delete", () => library.delete(input));
			case "scripts.edit.request":
				return this.#askEdit(input, ask);
			case "scripts.install.request": {
				const code = await this.#codeOf(input);
				return ask("install", (enabled) => library.install(code, enabled), undefined);
			}
			default:
				throw new Error("no such method");
		}
	}

	/** The anchors are looked for before anybody is asked; whether the script is still the same, afterwards. */
	#askEdit(input: Json, ask: (kind: Kind, run: Operation["run"]) => void): void {
		const { library } = this;
		const before = library.find(input.uuid);
		library.checkEdit(input);
		ask("install", () => {
			if (library.find(input.uuid).code !== before.code) throw new Refusal("CONFLICT", "the script changed");
			return library.edit(input);
		});
	}

	/** A cancel that comes during the download finds nothing to cancel. */
	async #codeOf({ url, code }: Json): Promise<string> {
		if ((url === undefined) === (code === undefined) || url === "" || code === "")
			throw new Refusal("INVALID_REQUEST", "exactly one of url or code is required");
		if (code !== undefined) return this.library.checked(String(code));
		if (!URL.canParse(String(url))) throw new Refusal("INVALID_REQUEST", "url rejected: INVALID_URL");
		const { code: downloaded, ms = 0 } = this.downloads.get(String(url)) ?? {};
		await Bun.sleep(ms);
		if (downloaded === undefined) throw new Error("HTTP 404");
		return this.library.checked(downloaded);
	}

	#carryOut(operation: Operation, decision: Decision): void {
		const answer = this.#outcome(operation, decision);
		if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(answer);
	}

	#outcome(operation: Operation, { allow, enabled }: Decision): string {
		const { id, operationId } = operation;
		const told = (body: object) => JSON.stringify({ jsonrpc: "2.0", id, ...body });
		if (!allow) return told({ error: errorOf(new Refusal("USER_REJECTED", "user rejected the request"), operationId) });
		try {
			return told({ result: operation.run(enabled) });
		} catch (thrown) {
			return told({ error: errorOf(thrown, operationId) });
		}
	}

	#send(body: object): void {
		if (this.#socket !== undefined) this.#sendOn(this.#socket, body);
	}

	#sendOn(socket: WebSocket, body: object): void {
		if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ jsonrpc: "2.0", ...body }));
	}
}

const errorOf = (thrown: unknown, operationId?: string) => {
	const known = thrown instanceof Refusal ? thrown : new Refusal("INTERNAL_ERROR", "internal error");
	const operation = operationId === undefined ? {} : { operationId };
	return { code: -32000, message: known.message, data: { code: known.code, ...operation } };
};

function checkWindow({ startLine, endLine, maxBytes }: Json): void {
	if ((startLine === undefined) !== (endLine === undefined) || Number(endLine) < Number(startLine))
		throw new Refusal("INVALID_REQUEST", "startLine and endLine belong together");
	if (Number(maxBytes) > 2 * 1024 * 1024) throw new Refusal("INVALID_REQUEST", "maxBytes too large");
}

function checkGrep({ query, mode, contextLines, maxMatches }: Json): void {
	if (query === "" || Number(contextLines) > 10 || Number(maxMatches) > 200)
		throw new Refusal("INVALID_REQUEST", "bad query");
	if (mode !== "regex") return;
	try {
		new RegExp(String(query));
	} catch {
		throw new Refusal("INVALID_REQUEST", "regex does not compile");
	}
}
