import type { AuthenticatedParams, AuthenticateParams, Hello, HelloAck, LegacyAck } from "../catalog/session.ts";
import type { Handler, Peer, PeerFault } from "../wire/peer.ts";
import type { Clock, Random } from "../wire/transport.ts";
import { answerChallenge, type Credentials, checkOwner } from "./extension-proof.ts";
import {
	type ExtensionEffect,
	type ExtensionEvent,
	type ExtensionOutcome,
	type ExtensionState,
	firstDeadline,
	nextExtension,
} from "./extension-state.ts";
import { drive } from "./step.ts";
import { SCHEMA } from "./versions.ts";

export type { Credentials } from "./extension-proof.ts";
export type { ExtensionOutcome } from "./extension-state.ts";

export interface ExtensionSessionOptions {
	readonly peer: Peer;
	readonly clock: Clock;
	readonly random: Random;
	readonly credentials: Credentials;
	/** Asked for once the owner proved itself, so that no stranger hears of tabs. */
	hello(): Promise<Hello>;
	/** The requests that this extension answers. */
	readonly methods: readonly string[];
	/** The key of a new pairing, to be kept before the session goes on. */
	onEnrolled(key: Uint8Array<ArrayBuffer>): Promise<void>;
}

/**
 * Runs the extension's side until the connection is ready or has ended; never rejects. When it is ready, whatever
 * arrives is held until the caller calls `peer.serve`; otherwise the connection is closed.
 */
export function runExtensionSession(options: ExtensionSessionOptions): Promise<ExtensionOutcome> {
	return new Promise((resolve) => new ExtensionSession(options, resolve).start());
}

class ExtensionSession {
	readonly #options: ExtensionSessionOptions;
	readonly #resolve: (outcome: ExtensionOutcome) => void;
	readonly #dispatch: (event: ExtensionEvent) => void;
	#disarm: () => void = () => {};
	#stopListening: () => void = () => {};
	#answer: (answer: unknown) => void = () => {};

	constructor(options: ExtensionSessionOptions, resolve: (outcome: ExtensionOutcome) => void) {
		this.#options = options;
		this.#resolve = resolve;
		this.#dispatch = drive<ExtensionState, ExtensionEvent, ExtensionEffect>({
			initial: { at: "waiting" },
			next: nextExtension,
			run: (effect) => this.#run(effect),
			failed: () => ({ on: "failed" }),
		});
	}

	start(): void {
		const { peer } = this.#options;
		this.#run(firstDeadline);
		this.#stopListening = peer.onFault((fault) => this.#onFault(fault));
		peer.onClose((code) => this.#dispatch({ on: "gone", code }));
		peer.serve(this.#handler());
	}

	#handler(): Handler {
		return {
			request: (method, params) => this.#onRequest(method, params),
			notify: (method, params) => this.#onNotify(method, params),
		};
	}

	#onRequest(method: string, params: unknown): Promise<unknown> {
		const { promise, resolve } = Promise.withResolvers<unknown>();
		if (method === "$session.authenticate") {
			this.#answer = resolve;
			this.#dispatch({ on: "challenged", params: params as AuthenticateParams });
		} else this.#dispatch({ on: "stray" });
		return promise;
	}

	#onNotify(method: string, params: unknown): void {
		const isExpected = method === "$session.authenticated";
		this.#dispatch(isExpected ? { on: "authenticated", params: params as AuthenticatedParams } : { on: "stray" });
	}

	#onFault(fault: PeerFault): void {
		if (fault.kind === "late-response" || fault.kind === "send-failed") return;
		if (fault.kind === "broken-frame" && this.#options.peer.isTrusted) return;
		this.#dispatch({ on: "stray" });
	}

	#run(effect: ExtensionEffect): ExtensionEvent | undefined | Promise<ExtensionEvent | undefined> {
		const { peer, clock, credentials, random } = this.#options;
		switch (effect.do) {
			case "make-answer":
				return answerChallenge(effect.params, credentials, random).then((own) => ({ on: "answer-made", own }));
			case "answer":
				return void this.#answer(effect.own.answer);
			case "judge":
				return checkOwner(effect.expectation, effect.params).then((verdict) => ({ on: "judged", verdict }));
			case "keep-key":
				return this.#options.onEnrolled(effect.key).then(() => undefined);
			case "trust":
				return void peer.trust();
			case "say-hello":
				return this.#sayHello();
			case "say-capabilities":
				return this.#sayCapabilities();
			case "arm":
				this.#disarm();
				this.#disarm = clock.after(effect.ms, () => this.#dispatch({ on: "time-up", of: effect.of }));
				return undefined;
			case "end":
				return void this.#end(effect.outcome);
			case "close":
				return void peer.close(effect.code);
			default:
				return effect satisfies never;
		}
	}

	/** The answer is not awaited here: while it is out, other events must be heard. */
	async #sayHello(): Promise<undefined> {
		const hello = await this.#options.hello();
		this.#options.peer.request("hello", hello).then(
			(ack) => this.#dispatch({ on: "acknowledged", ack: ack as HelloAck | LegacyAck }),
			() => this.#dispatch({ on: "stray" }),
		);
	}

	/** The owner may send its first call right behind its answer, or before it: from here all is held for the caller. */
	#sayCapabilities(): undefined {
		const { peer, methods } = this.#options;
		peer.hold();
		peer.request("$session.capabilities", { schemaVersion: SCHEMA, methods: [...methods] }).then(
			() => this.#dispatch({ on: "welcomed" }),
			() => this.#dispatch({ on: "stray" }),
		);
	}

	#end(outcome: ExtensionOutcome): void {
		this.#disarm();
		this.#stopListening();
		this.#resolve(outcome);
	}
}
