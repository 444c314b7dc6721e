import { toolOfMethod } from "../../catalog/script-tools.ts";
import { type ScriptInput, type ScriptMethod, type ScriptResult, scriptAsks } from "../../catalog/scripts.ts";
import { MonkError } from "../../errors/error.ts";
import type { Peer, StrayAnswer } from "../../wire/peer.ts";
import type { Clock } from "../../wire/transport.ts";
import type { AuditEvent } from "../audit.ts";
import { oneLine } from "../tools/plain-text.ts";
import { inOurWords } from "./answer-words.ts";
import { endOf, readAnswer, requestOn, type Tried, tooBig, tooLarge, wordsFor } from "./attempt.ts";
import { CancelledInstalls } from "./cancelled-installs.ts";
import { checkInput } from "./input.ts";
import { Notices } from "./notices.ts";
import { type CallEnd, OpenCalls } from "./open-calls.ts";
import { outcomeUnknown } from "./outcome-unknown.ts";
import { type Line, Presence } from "./presence.ts";
import { watchReadyLine } from "./ready-line.ts";

/** Milliseconds after its return in which it still answers what it was asked before: it does so right after the greeting. */
const graceMs = 1_500;

const oldCodeNotice =
	"a ScriptCat keeps sending an old code: type there what `monk pair` shows, or switch its External Access off";

/** Milliseconds: one that still does so dials again every half minute at the latest. */
const oldCodeNoticeMs = 120_000;

export interface ScriptManagerOptions {
	readonly clock: Clock;
	/** An id that nobody used before, in this owner or another. */
	newId(): string;
	/** Whether a script manager was ever paired. */
	isPaired(): boolean;
	audit(event: AuditEvent): void;
}

export interface AskOptions {
	/** What the client calls itself. */
	readonly client: string;
	readonly signal: AbortSignal;
	/** Milliseconds; the method's own limit when left out. */
	readonly timeoutMs?: number;
	/** Hears what the call waits for, at once and when that changes. */
	readonly onProgress?: (message: string) => void;
}

/**
 * The one script manager of this machine: its connection, whichever it is now, and the calls to it, which outlive a
 * connection because an extension's worker is restarted at any time.
 */
export class ScriptManager {
	readonly #options: ScriptManagerOptions;
	readonly #presence: Presence;
	readonly #calls = new OpenCalls();
	readonly #installs: CancelledInstalls;
	readonly #oldCodes: Notices;

	constructor(options: ScriptManagerOptions) {
		this.#options = options;
		this.#presence = new Presence(options.clock);
		this.#installs = new CancelledInstalls(options.clock);
		this.#oldCodes = new Notices(options.clock);
	}

	get state(): "connected" | "away" | "unpaired" {
		if (this.#presence.line !== undefined) return "connected";
		return this.#options.isPaired() ? "away" : "unpaired";
	}

	/** What a person should know. */
	get notices(): readonly string[] {
		return [...this.#oldCodes.current, ...this.#installs.notices];
	}

	/** One keeps dialling with a code of before: its own page says no more than that it could not connect. */
	oldCodeCame(): void {
		this.#oldCodes.tell(oldCodeNotice, oldCodeNoticeMs);
	}

	/** Calls `listener` whenever it comes or goes; the returned function ends that. */
	onChange(listener: () => void): () => void {
		return this.#presence.onChange(listener);
	}

	/** Ends what is connected, as at the owner's end. */
	sayGoodbye(): void {
		const peer = this.#presence.line?.peer;
		peer?.notify("$session.shutdown", {});
		peer?.close(1001, "server shutdown");
	}

	/** A connection is ready: it takes the place of the one before. */
	attach(peer: Peer, methods: readonly string[]): void {
		const { audit } = this.#options;
		const line: Line = { peer, methods: new Set(methods) };
		this.#oldCodes.drop(oldCodeNotice);
		watchReadyLine(peer, audit);
		audit({ event: "script-manager-connected" });
		this.#presence.came(line)?.peer.close(1000, "replaced by new connection");
		peer.onClose((code) => {
			audit({ event: "script-manager-disconnected", code });
			this.#presence.went(line);
		});
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
			return await this.#askUntilAnswered(method, input, options);
		} finally {
			stopTelling();
		}
	}

	/** A read that was cut off is asked once more; a change never is. */
	async #askUntilAnswered<M extends ScriptMethod>(
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
			if (!isRepeatable) throw await outcomeUnknown(this, { method, input, startedAt, why: wordsFor(tried) }, options);
			if (tried.kind === "misfit") throw tried.error;
			if (tried.byCode === tooBig) throw tooLarge(method);
			if (triesLeft > 1) continue;
			throw new MonkError("BROWSER_GONE", "ScriptCat's connection broke twice before it answered");
		}
	}

	#keepTelling(method: ScriptMethod, { onProgress }: AskOptions): () => void {
		if (onProgress === undefined) return () => {};
		const tell = (): void => {
			if (this.state === "unpaired") return;
			if (this.#presence.line === undefined) onProgress("waits for ScriptCat to connect again");
			else if (scriptAsks[method] !== "nobody") onProgress("waits for a person to decide in the browser");
		};
		tell();
		return this.onChange(tell);
	}

	/** The connection that is ready, waited for while it may be on its way. */
	async #ready(signal: AbortSignal): Promise<Line> {
		if (this.state === "unpaired") throw new MonkError("NO_SCRIPT_MANAGER", "no script manager was ever paired");
		const line = await this.#presence.back(signal);
		if (line !== undefined) return line;
		throw new MonkError("NO_SCRIPT_MANAGER", "ScriptCat is paired, but not connected", {
			hint: "Open its browser. If ScriptCat says Connecting there, switch its External Access off and on.",
		});
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
			const here = requestOn<M>(line.peer, method, params, { id, signal, ...limit });
			here.catch(() => undefined);
			const first = await Promise.race([here, elsewhere]);
			if (first.kind === "answered") return first;
			const mayStillCome = first.kind === "cut" && first.byCode !== tooBig && scriptAsks[method] !== "nobody";
			const second = mayStillCome ? await this.#limbo(elsewhere, first, signal) : first;
			if (second.kind !== "answered") end = "unknown";
			return second;
		} catch (thrown) {
			end = endOf(thrown);
			if (end === "cancelled" && line.peer.isOpen) this.#installs.repeatCancel(line.peer, id, input);
			throw inOurWords(method, thrown);
		} finally {
			this.#calls.end(id, end);
		}
	}

	/** Waits for the answer on the next connection, a moment past its being ready. */
	async #limbo<M extends ScriptMethod>(
		elsewhere: Promise<Tried<M>>,
		cut: Tried<M>,
		signal: AbortSignal,
	): Promise<Tried<M>> {
		const isOver = async () => {
			const line = await this.#presence.back(signal);
			if (line !== undefined) await this.#presence.wait(graceMs, signal, () => false);
			return cut;
		};
		const over = isOver();
		over.catch(() => undefined);
		return Promise.race([elsewhere, over]);
	}
}
