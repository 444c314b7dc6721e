import type { AnyHello, AuthenticateAnswer, Hello, HelloAck, LegacyHello } from "../catalog/session.ts";
import { MonkError } from "../errors/error.ts";
import { limits } from "../wire/limits.ts";
import type { Handler, Peer, PeerFault } from "../wire/peer.ts";
import type { Clock, Random } from "../wire/transport.ts";
import type { PeerId, SessionAudit } from "./audit.ts";
import { NonceMemory } from "./nonce-memory.ts";
import { type Enrolment, makeChallenge, verifyAnswer } from "./owner-proof.ts";
import { nextOwner, type OwnerEffect, type OwnerEvent, type OwnerState } from "./owner-state.ts";
import { drive } from "./step.ts";
import type { LinkKind } from "./transcript.ts";

export type { PeerId, SessionAudit } from "./audit.ts";
export type { Enrolment } from "./owner-proof.ts";
export type { LinkKind } from "./transcript.ts";

export interface OwnerSessionOptions {
	readonly peer: Peer;
	readonly link: LinkKind;
	readonly clock: Clock;
	readonly random: Random;
	readonly serverVersion: string;
	/** The same object for all of an owner's connections: nonces are remembered by it. */
	readonly enrolment: Enrolment;
	/** On monk's link the registry decides; `ok: false` refuses with its reason. */
	greet(hello: Hello, who: PeerId, enrolledNow: boolean): Promise<HelloAck>;
	/** An extension of the 0.2 line called and was refused; what it says of itself is unproved. */
	onLegacy(hello: LegacyHello): void;
	audit(event: SessionAudit): void;
}

export interface ReadySession {
	readonly peer: Peer;
	readonly who: PeerId;
	/** What the extension says that it answers. */
	readonly methods: readonly string[];
	readonly hello?: Hello;
	readonly ack?: HelloAck;
	readonly enrolledNow: boolean;
}

/** Nonces by enrolment, so that a replay on another connection of the same owner is seen. */
const memories = new WeakMap<Enrolment, NonceMemory>();

function memoryOf(enrolment: Enrolment): NonceMemory {
	const known = memories.get(enrolment) ?? new NonceMemory();
	memories.set(enrolment, known);
	return known;
}

/**
 * Runs the owner's side until the connection is ready. Then whatever arrives is held until the caller calls
 * `peer.serve`. Rejects with MonkError BROWSER_GONE, already audited, when it ends before.
 */
export function runOwnerSession(options: OwnerSessionOptions): Promise<ReadySession> {
	return new Promise((resolve, reject) => new OwnerSession(options, resolve, reject).start());
}

class OwnerSession {
	readonly #options: OwnerSessionOptions;
	readonly #resolve: (ready: ReadySession) => void;
	readonly #reject: (reason: MonkError) => void;
	readonly #dispatch: (event: OwnerEvent) => void;
	#disarm: () => void = () => {};
	#stopListening: () => void = () => {};
	#answerHello: (ack: HelloAck) => void = () => {};
	#answerCapabilities: (empty: object) => void = () => {};

	constructor(
		options: OwnerSessionOptions,
		resolve: (ready: ReadySession) => void,
		reject: (reason: MonkError) => void,
	) {
		this.#options = options;
		this.#resolve = resolve;
		this.#reject = reject;
		this.#dispatch = drive<OwnerState, OwnerEvent, OwnerEffect>({
			initial: { at: "opened" },
			next: (state, event) => this.#next(state, event),
			run: (effect) => this.#run(effect),
			failed: (thrown) => ({ on: "failed", what: thrown instanceof MonkError ? thrown.code : "INTERNAL_ERROR" }),
		});
	}

	start(): void {
		const { peer, link, random } = this.#options;
		this.#stopListening = peer.onFault((fault) => this.#onFault(fault));
		peer.onClose((code) => this.#dispatch({ on: "gone", code }));
		peer.serve(this.#handler());
		makeChallenge(link, random).then(
			(challenge) => this.#dispatch({ on: "challenge-made", challenge }),
			() => this.#dispatch({ on: "failed", what: "challenge" }),
		);
	}

	#next(state: OwnerState, event: OwnerEvent) {
		const step = nextOwner(state, event, this.#options);
		if (step.state.at === "closed" && state.at !== "closed") this.#end(step.state.why);
		return step;
	}

	#handler(): Handler {
		return {
			request: (method, params) => this.#onRequest(method, params),
			notify: (method) =>
				this.#dispatch(method === "$session.shutdown" ? { on: "shutdown" } : { on: "stray", what: method }),
		};
	}

	#onRequest(method: string, params: unknown): Promise<unknown> {
		const { promise, resolve } = Promise.withResolvers<unknown>();
		if (method === "hello") {
			this.#answerHello = resolve;
			this.#dispatch({ on: "hello", hello: params as AnyHello });
		} else if (method === "$session.capabilities") {
			this.#answerCapabilities = resolve;
			this.#dispatch({ on: "capabilities", ...(params as { schemaVersion: string; methods: string[] }) });
		} else {
			this.#dispatch({ on: "stray", what: method });
		}
		return promise;
	}

	/** A late answer is nobody's fault, and a peer that is trusted deals with broken frames by its codec's rule. */
	#onFault(fault: PeerFault): void {
		if (fault.kind === "late-response" || fault.kind === "send-failed") return;
		if (fault.kind === "broken-frame" && this.#options.peer.isTrusted) return;
		this.#dispatch({ on: "stray", what: fault.kind });
	}

	#run(effect: OwnerEffect): OwnerEvent | undefined | Promise<OwnerEvent | undefined> {
		const { peer, enrolment, clock, serverVersion } = this.#options;
		switch (effect.do) {
			case "ask":
				return this.#ask(effect.challenge.params);
			case "verify":
				return this.#verify(effect);
			case "prove":
				return this.#prove(effect);
			case "store":
				return enrolment.store(effect.who, effect.key).then(() => undefined);
			case "trust":
				return void peer.trust();
			case "greet":
				return void peer.notify("$session.hello", { daemonVersion: serverVersion });
			case "consult":
				return this.#consult(effect);
			case "answer-hello":
				return void this.#answerHello(effect.ack);
			case "answer-capabilities":
				return void this.#answerCapabilities({});
			case "remember-legacy":
				return void this.#options.onLegacy(effect.hello);
			case "arm":
				this.#disarm();
				this.#disarm = clock.after(effect.ms, () => this.#dispatch({ on: "time-up", of: effect.of }));
				return undefined;
			case "audit":
				return void this.#options.audit(effect.event);
			case "finish":
				return void this.#finish(effect);
			case "close":
				return void peer.close(effect.code, effect.reason);
			default:
				return effect satisfies never;
		}
	}

	/** Not awaited: while the answer is out, other events must be heard. */
	#ask(params: object): undefined {
		const timeoutMs = limits.authenticateMs * 2;
		this.#options.peer.request("$session.authenticate", params, { timeoutMs }).then(
			(answer) => this.#dispatch({ on: "answered", answer: answer as AuthenticateAnswer }),
			() => this.#dispatch({ on: "unanswered" }),
		);
	}

	async #verify(effect: OwnerEffect & { do: "verify" }): Promise<OwnerEvent> {
		const { peer, link, clock, random, enrolment } = this.#options;
		const isWanted = (): boolean => peer.isOpen;
		const context = { link, clock, random, enrolment, nonces: memoryOf(enrolment), isWanted };
		const verdict = await verifyAnswer(context, effect.challenge, effect.answer);
		return verdict.mode === "refused" ? { on: "refuted", why: verdict.why } : { on: "proved", proof: verdict };
	}

	/** Throws when the connection closed meanwhile: then the key must not be stored. */
	#prove({ hmac, key }: OwnerEffect & { do: "prove" }): undefined {
		const { peer } = this.#options;
		peer.notify("$session.authenticated", key === undefined ? { hmac } : { hmac, key });
		if (!peer.isOpen) throw new MonkError("BROWSER_GONE", "the connection closed before the key was sent");
	}

	async #consult({ hello, joined }: OwnerEffect & { do: "consult" }): Promise<OwnerEvent> {
		return { on: "acknowledged", ack: await this.#options.greet(hello, joined.who, joined.enrolledNow) };
	}

	#finish({ joined, greeting, methods }: OwnerEffect & { do: "finish" }): void {
		this.#release();
		this.#options.peer.hold();
		this.#resolve({ peer: this.#options.peer, ...joined, ...greeting, methods });
	}

	#end(why: string): void {
		this.#release();
		this.#reject(new MonkError("BROWSER_GONE", `the session ended before it was ready: ${why}`));
	}

	#release(): void {
		this.#disarm();
		this.#stopListening();
	}
}
