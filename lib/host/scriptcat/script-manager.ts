import { rulesOf } from "../../catalog/rules.ts";
import { toolOfMethod } from "../../catalog/script-tools.ts";
import {
	type ScriptInput,
	type ScriptMethod,
	type ScriptResult,
	scriptAsks,
	scriptMessages,
} from "../../catalog/scripts.ts";
import { fromWireError, MonkError } from "../../errors/error.ts";
import { limits } from "../../wire/limits.ts";
import type { Peer, PeerFault, StrayAnswer } from "../../wire/peer.ts";
import { requestRule } from "../../wire/rules.ts";
import type { Clock } from "../../wire/transport.ts";
import type { AuditEvent } from "../audit.ts";
import { oneLine } from "../tools/plain-text.ts";
import { inOurWords } from "./answer-words.ts";
import { CancelledInstalls } from "./cancelled-installs.ts";
import { checkInput } from "./input.ts";
import { type CallEnd, OpenCalls } from "./open-calls.ts";

/**
 * Milliseconds for a script manager whose connection dropped to be back. It redials after 2 s, or at once when its
 * worker was restarted, and then 4 s later.
 */
const redialMs = 8_000;

/** Milliseconds after it is back in which it still answers what it was asked before: it does so right after the greeting. */
const graceMs = 1_500;

/** Milliseconds to look at a script's state after a call whose answer never came. */
const lookMs = 5_000;

/** Milliseconds between two words about what is waited for, so that no client takes the silence for an end. */
const tellMs = 10_000;

/** One connection that is ready for calls. */
interface Line {
	readonly peer: Peer;
	readonly methods: ReadonlySet<string>;
}

export interface ScriptManagerOptions {
	readonly clock: Clock;
	/** An id that nobody used before, in this owner or another. */
	newId(): string;
	/** Whether a script manager was paired, now or ever. */
	isPaired(): boolean;
	audit(event: AuditEvent): void;
}

export interface AskOptions {
	/** What the client calls itself. */
	readonly client: string;
	readonly signal: AbortSignal;
	/** Milliseconds; the method's own limit when left out. */
	readonly timeoutMs?: number;
	/** Hears what the call waits for, at once and again every ten seconds. */
	readonly onProgress?: (message: string) => void;
}

type Tried<M extends ScriptMethod> =
	| { readonly kind: "answered"; readonly result: ScriptResult<M> }
	/** The connection ended before the answer came, and it did not come on the next one either. */
	| { readonly kind: "cut"; readonly byCode: number };

const rules = rulesOf(scriptMessages);

/** A message of its own that has no place where it stands, so that the connection ends with it. */
const isOutOfOrder = (fault: PeerFault): boolean => fault.kind === "unknown-method" || fault.kind === "invalid-params";

const isCode = (thrown: unknown, code: string): thrown is MonkError =>
	thrown instanceof MonkError && thrown.code === code;

/**
 * The one script manager of this machine: its connection, whichever it is now, and the calls to it, which outlive a
 * connection because an extension's worker is restarted at any time.
 */
export class ScriptManager {
	readonly #options: ScriptManagerOptions;
	readonly #calls = new OpenCalls();
	readonly #installs: CancelledInstalls;
	readonly #listeners = new Set<() => void>();
	#line: Line | undefined;
	/** When the last connection was lost, or when this owner began to wait for the first. */
	#awaySince: number;

	constructor(options: ScriptManagerOptions) {
		this.#options = options;
		this.#installs = new CancelledInstalls(options.clock);
		this.#awaySince = options.clock.now();
	}

	get state(): "connected" | "away" | "unpaired" {
		if (this.#line !== undefined) return "connected";
		return this.#options.isPaired() ? "away" : "unpaired";
	}

	/** What a person should know of calls that were given up. */
	get notices(): readonly string[] {
		return this.#installs.notices;
	}

	/** Calls `listener` whenever it comes or goes; the returned function ends that. */
	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Ends what is connected, as at the owner's end. */
	sayGoodbye(): void {
		const peer = this.#line?.peer;
		if (peer === undefined) return;
		peer.notify("$session.shutdown", {});
		peer.close(1001, "server shutdown");
	}

	/** A connection is ready: it takes the place of the one before. */
	attach(peer: Peer, methods: readonly string[]): void {
		const before = this.#line;
		const line: Line = { peer, methods: new Set(methods) };
		this.#line = line;
		before?.peer.close(1000, "replaced by new connection");
		this.#watch(peer);
		peer.startPinging(limits.jsonRpcPingMs, limits.jsonRpcPingsMissed);
		this.#options.audit({ event: "script-manager-connected" });
		peer.onClose((code) => this.#detach(line, code));
		this.#tell();
	}

	/** Whether an answer belonged to a call of an earlier connection, or to one that has ended. */
	take(answer: StrayAnswer): boolean {
		const found = this.#calls.take(answer);
		if (found === undefined || found === true) return found === true;
		const { method, after } = found;
		this.#options.audit({ event: "late-answer", tool: toolOfMethod[method], outcome: answer.kind, after });
		if (answer.kind === "result" && after !== "answered") this.#installs.tellDone(method, answer.result, after);
		this.#installs.settled(answer.id);
		return true;
	}

	/**
	 * Asks the script manager, waiting for it if it was there a moment ago.
	 *
	 * @throws MonkError INVALID_ARGUMENT or PAYLOAD_TOO_LARGE before anything is sent; NO_SCRIPT_MANAGER;
	 * METHOD_NOT_FOUND for what it does not offer; USER_REJECTED, OPERATION_EXPIRED, CANCELLED; OUTCOME_UNKNOWN for a
	 * change whose answer never came; BROWSER_GONE; and what it answers
	 */
	async ask<M extends ScriptMethod>(method: M, input: ScriptInput<M>, options: AskOptions): Promise<ScriptResult<M>> {
		checkInput(method, input);
		const stopTelling = this.#keepTelling(method, options);
		try {
			return await this.#askOnce(method, input, options);
		} finally {
			stopTelling();
		}
	}

	async #askOnce<M extends ScriptMethod>(
		method: M,
		input: ScriptInput<M>,
		options: AskOptions,
	): Promise<ScriptResult<M>> {
		const startedAt = this.#options.clock.now();
		const isRepeatable = scriptAsks[method] !== "writer";
		for (let triesLeft = isRepeatable ? 2 : 1; ; triesLeft--) {
			const line = await this.#ready(options.signal);
			if (!line.methods.has(method))
				throw new MonkError("METHOD_NOT_FOUND", `ScriptCat does not offer ${method}`, { hint: "Update ScriptCat." });
			const tried = await this.#try(line, method, input, options);
			if (tried.kind === "answered") return tried.result;
			if (isRepeatable && tried.byCode === 1009) throw tooLarge(method);
			if (triesLeft > 1) continue;
			throw isRepeatable
				? new MonkError("BROWSER_GONE", "ScriptCat's connection broke twice before it answered")
				: await this.#outcomeUnknown(method, input, startedAt, options);
		}
	}

	#keepTelling(method: ScriptMethod, { onProgress }: AskOptions): () => void {
		if (onProgress === undefined) return () => {};
		let stopTimer: () => void = () => {};
		const tell = (): void => {
			const isHere = this.#line !== undefined;
			if (!isHere) onProgress("waits for ScriptCat to connect again");
			else if (scriptAsks[method] !== "nobody") onProgress("waits for a person to decide in the browser");
			stopTimer = this.#options.clock.after(tellMs, tell);
		};
		tell();
		return () => stopTimer();
	}

	/** The connection that is ready, waited for while it may be on its way. */
	async #ready(signal: AbortSignal): Promise<Line> {
		if (this.#line !== undefined) return this.#line;
		const { clock } = this.#options;
		const isPaired = this.state === "away";
		const waitMs = isPaired ? this.#awaySince + redialMs - clock.now() : 0;
		if (waitMs > 0) await this.#change(waitMs, signal, () => this.#line !== undefined);
		if (this.#line !== undefined) return this.#line;
		throw isPaired
			? new MonkError("NO_SCRIPT_MANAGER", "ScriptCat is paired, but not connected", {
					hint: "Open its browser. If ScriptCat says Connecting there, switch its External Access off and on.",
				})
			: new MonkError("NO_SCRIPT_MANAGER", "no script manager is connected");
	}

	async #try<M extends ScriptMethod>(
		line: Line,
		method: M,
		input: ScriptInput<M>,
		{ client, signal, timeoutMs }: AskOptions,
	): Promise<Tried<M>> {
		const id = this.#options.newId();
		const elsewhere = this.#calls.open(id, method).then((answer) => readAnswer(method, answer));
		elsewhere.catch(() => undefined);
		let end: CallEnd = "answered";
		try {
			const params = { clientId: oneLine(client).slice(0, 64), input };
			const limit = timeoutMs === undefined ? {} : { timeoutMs };
			const here = this.#request<M>(line, method, params, { id, signal, ...limit });
			here.catch(() => undefined);
			const first = await Promise.race([here, elsewhere]);
			if (first.kind === "answered") return first;
			const second = scriptAsks[method] === "nobody" ? first : await this.#limbo(elsewhere, first, signal);
			if (second.kind === "cut") end = "unknown";
			return second;
		} catch (thrown) {
			end = endOf(thrown);
			if (end === "cancelled" && line.peer.isOpen) this.#installs.repeatCancel(line.peer, id, input);
			throw inOurWords(method, thrown);
		} finally {
			this.#calls.end(id, end);
		}
	}

	async #request<M extends ScriptMethod>(
		{ peer }: Line,
		method: M,
		params: object,
		options: { readonly id: string; readonly signal: AbortSignal; readonly timeoutMs?: number },
	): Promise<Tried<M>> {
		try {
			return { kind: "answered", result: (await peer.request(method, params, options)) as ScriptResult<M> };
		} catch (thrown) {
			if (!isCode(thrown, "BROWSER_GONE")) throw thrown;
			return { kind: "cut", byCode: closeCodeOf(peer) };
		}
	}

	/** Waits for the answer on the next connection, a moment past its being ready. */
	async #limbo<M extends ScriptMethod>(
		elsewhere: Promise<Tried<M>>,
		cut: Tried<M>,
		signal: AbortSignal,
	): Promise<Tried<M>> {
		const isOver = async () => {
			await this.#change(redialMs, signal, () => this.#line !== undefined);
			if (this.#line !== undefined) await this.#change(graceMs, signal, () => false);
			return cut;
		};
		const over = isOver();
		over.catch(() => undefined);
		return Promise.race([elsewhere, over]);
	}

	/** Resolves at a change after which `isEnough`, or when the time is over. Rejects with CANCELLED. */
	#change(withinMs: number, signal: AbortSignal, isEnough: () => boolean): Promise<void> {
		if (isEnough()) return Promise.resolve();
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const onAbort = () => reject(new MonkError("CANCELLED", "nobody waits for ScriptCat any more"));
		const stopTimer = this.#options.clock.after(withinMs, resolve);
		const stopLooking = this.onChange(() => isEnough() && resolve());
		signal.addEventListener("abort", onAbort, { once: true });
		if (signal.aborted) onAbort();
		return promise.finally(() => {
			stopTimer();
			stopLooking();
			signal.removeEventListener("abort", onAbort);
		});
	}

	/** Never says that nothing happened: whoever allowed it may have done so as the connection broke. */
	async #outcomeUnknown<M extends ScriptMethod>(
		method: M,
		input: ScriptInput<M>,
		startedAt: number,
		options: AskOptions,
	): Promise<MonkError> {
		const now = await this.#look(input, startedAt, options).catch(() => "its state could not be read");
		const broke = `ScriptCat's connection broke while ${toolOfMethod[method]} waited`;
		return new MonkError("OUTCOME_UNKNOWN", `${broke}; ${now}`, {
			hint: "It may or may not have happened: compare that with what was wanted before you repeat it.",
		});
	}

	async #look(input: object, startedAt: number, { client, signal }: AskOptions): Promise<string> {
		const options = { client, signal, timeoutMs: lookMs };
		const uuid = "uuid" in input ? String(input.uuid) : undefined;
		if (uuid === undefined) {
			const { scripts } = await this.ask("scripts.list", {}, options);
			const changed = scripts
				.filter(({ updatedAt }) => Date.parse(updatedAt) >= startedAt)
				.map((script) => script.uuid);
			return changed.length === 0 ? "no script has changed since" : `changed since: ${changed.map(oneLine).join(", ")}`;
		}
		try {
			const { enabled, updatedAt } = await this.ask("scripts.metadata.get", { uuid }, options);
			return `${uuid} is ${enabled ? "enabled" : "disabled"} now, last changed ${oneLine(updatedAt)}`;
		} catch (thrown) {
			if (isCode(thrown, "NOT_FOUND")) return `there is no ${uuid} now`;
			throw thrown;
		}
	}

	/** Whatever it says beside answers ends the connection, except that it leaves. */
	#watch(peer: Peer): void {
		const end = (why: PeerFault["kind"] | "out-of-order"): void => {
			if (!peer.isOpen) return;
			this.#options.audit({ event: "script-manager-fault", why });
			peer.close(1002);
		};
		peer.onFault((fault) => {
			if (isOutOfOrder(fault)) end(fault.kind);
			else if (fault.kind === "broken-frame" || fault.kind === "oversized-frame")
				this.#options.audit({ event: "script-manager-fault", why: fault.kind });
		});
		peer.serve({
			request: async (method) => {
				end("out-of-order");
				throw new MonkError("METHOD_NOT_FOUND", `the owner answers no ${method} here`);
			},
			notify: (method) => {
				if (method !== "$session.shutdown") end("out-of-order");
			},
		});
	}

	#detach(line: Line, code: number): void {
		this.#options.audit({ event: "script-manager-disconnected", code });
		if (this.#line !== line) return;
		this.#line = undefined;
		this.#awaySince = this.#options.clock.now();
		this.#tell();
	}

	#tell(): void {
		for (const listener of [...this.#listeners]) listener();
	}
}

function closeCodeOf(peer: Peer): number {
	let found = 1005;
	peer.onClose((code) => {
		found = code;
	});
	return found;
}

const endOf = (thrown: unknown): CallEnd => {
	if (isCode(thrown, "CANCELLED")) return "cancelled";
	return isCode(thrown, "TIMEOUT") ? "expired" : "answered";
};

const tooLarge = (method: ScriptMethod): MonkError =>
	new MonkError("PAYLOAD_TOO_LARGE", `the answer to ${toolOfMethod[method]} was longer than 4 MiB`, {
		hint: "Find the place with scripts_grep, then ask scripts_source for its startLine and endLine.",
	});

/** An answer that came on another connection, held against the method's shape as the peer would have. */
function readAnswer<M extends ScriptMethod>(method: M, answer: StrayAnswer): Tried<M> {
	if (answer.kind === "error") throw fromWireError(answer.error);
	const problem = requestRule(rules, method)?.problemWithResult(answer.result);
	if (problem === undefined) return { kind: "answered", result: answer.result as ScriptResult<M> };
	throw new MonkError("INTERNAL_ERROR", `ScriptCat's answer to ${method} does not fit: ${problem}`);
}
