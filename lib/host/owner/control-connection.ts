import type { ClientState } from "../../catalog/control.ts";
import { controlMessages } from "../../catalog/control.ts";
import { rulesOf } from "../../catalog/rules.ts";
import { MonkError } from "../../errors/error.ts";
import { frames } from "../../wire/frames.ts";
import { limits } from "../../wire/limits.ts";
import { type IncomingCall, Peer } from "../../wire/peer.ts";
import type { Transport } from "../../wire/transport.ts";
import type { AuditEvent } from "../audit.ts";
import type { ClientParams, ClientResult, OwnerNotice } from "./client-rules.ts";
import type { AcceptedClient, ControlDeskSide, ControlHandlers, ControlServerOptions } from "./control-server.ts";
import { ownerProof } from "./proof.ts";
import { isSameSecret } from "./token.ts";
import { versionMismatch, worksWith } from "./versions.ts";

type Phase =
	| { readonly phase: "opened" }
	| { readonly phase: "proved" }
	| { readonly phase: "accepted"; readonly client: AcceptedClient };

const rules = rulesOf(controlMessages);

/** Enough for the refusal to arrive before the close. */
const refusalMs = 50;

/** An owner that never comes up has no audit to write to. */
export const note = ({ desk }: ControlServerOptions, event: AuditEvent): void =>
	void desk.then(({ audit }) => audit(event)).catch(() => undefined);

/** One client's connection: what it may ask depends on what it has proved. */
export class ControlConnection {
	readonly #options: ControlServerOptions;
	readonly #peer: Peer;
	#phase: Phase = { phase: "opened" };
	/** The state that the client was told last, as JSON. */
	#kept = "";

	constructor(transport: Transport, options: ControlServerOptions, onQueued: () => void) {
		const { clock } = options;
		this.#options = options;
		const maxFrameBytes = limits.controlFrameBytes;
		const goneCode = "OWNER_GONE";
		this.#peer = new Peer({ transport, codec: frames, rules, clock, maxFrameBytes, goneCode, onQueued });
		this.#peer.serve({ request: (...call) => this.#request(...call), notify: () => undefined });
		this.#peer.onClose(clock.after(limits.helloMs, () => this.#drop("said no fwd_hello in time")));
	}

	/** Params fit the catalogue's shape for the method: the peer has checked them. */
	async #request(method: string, params: unknown, call: IncomingCall): Promise<unknown> {
		switch (method) {
			case "owner_proof":
				return this.#prove(params as ClientParams<"owner_proof">);
			case "fwd_hello":
				return this.#greet(params as ClientParams<"fwd_hello">);
			case "owner_dismiss":
				return this.#dismiss(params as ClientParams<"owner_dismiss">);
			default:
				return this.#serve(method as keyof ControlHandlers, params, call);
		}
	}

	async #prove({ nonce }: ClientParams<"owner_proof">): Promise<ClientResult<"owner_proof">> {
		const proof = await ownerProof((await this.#options.desk).token, nonce);
		if (this.#phase.phase === "opened") this.#phase = { phase: "proved" };
		return { proof };
	}

	async #greet(hello: ClientParams<"fwd_hello">): Promise<ClientResult<"fwd_hello">> {
		const { version } = this.#options;
		const desk = await this.#options.desk;
		const reason = this.#objection(hello, desk.token);
		if (reason === undefined) return this.#accept(hello, desk);
		this.#options.clock.after(refusalMs, () => this.#drop(reason));
		return { ok: false, version, reason };
	}

	/** Whatever its version: who has the token is the same person. */
	async #dismiss({ token, version }: ClientParams<"owner_dismiss">): Promise<ClientResult<"owner_dismiss">> {
		const desk = await this.#options.desk;
		if (this.#phase.phase !== "proved" || !isSameSecret(token, desk.token)) {
			this.#options.clock.after(refusalMs, () => this.#drop("asked for the owner's end without its token"));
			throw new MonkError("INVALID_REQUEST", "that needs the owner's proof and the token");
		}
		desk.dismiss(version);
		return { version: this.#options.version, pid: this.#options.pid };
	}

	#objection({ token, version }: ClientParams<"fwd_hello">, ownToken: string): string | undefined {
		switch (this.#phase.phase) {
			case "accepted":
				return "fwd_hello was said already";
			case "opened":
				return "ask for owner_proof first";
			case "proved":
				if (!isSameSecret(token, ownToken)) return "wrong token";
				return worksWith(this.#options.version, version)
					? undefined
					: versionMismatch(this.#options.version, version).message;
		}
	}

	#accept({ pid, version, client }: ClientParams<"fwd_hello">, desk: ControlDeskSide): ClientResult<"fwd_hello"> {
		const name = client?.name ?? "monk";
		const peer = this.#peer;
		const accepted: AcceptedClient = {
			id: client?.id ?? this.#options.random.bytes(8).toHex(),
			pid,
			version,
			name,
			told: client?.state,
			keep: (state) => this.#keep(state),
			get isGone() {
				return !peer.isOpen;
			},
			tell: (notice, params) => this.#tell(notice, params),
			onGone: (listener) => this.#peer.onClose(listener),
		};
		this.#phase = { phase: "accepted", client: accepted };
		this.#peer.trust();
		// A client that hangs, or reads nothing, holds memory and tabs.
		this.#peer.startPinging(limits.framesPingMs, limits.framesPingsMissed);
		desk.audit({ event: "client-accepted", client: name, version });
		desk.onAccepted(accepted);
		return { ok: true, version: this.#options.version, groups: [...desk.groups()] };
	}

	/** Said only when it is other than what the client has. */
	#keep(state: ClientState): void {
		const text = JSON.stringify(state);
		if (text === this.#kept) return;
		this.#kept = text;
		this.#tell("client_state", state);
	}

	/** News are lost on a client that does not read: it hears the state again when it dials anew. */
	#tell(name: OwnerNotice, params: unknown): void {
		try {
			this.#peer.notify(name, params);
		} catch {
			// The socket could not take it, and closes.
		}
	}

	async #serve(method: keyof ControlHandlers, params: unknown, call: IncomingCall): Promise<unknown> {
		if (this.#phase.phase !== "accepted") {
			this.#options.clock.after(refusalMs, () => this.#drop(`asked for ${method} before fwd_hello`));
			throw new MonkError("INVALID_REQUEST", `say fwd_hello before ${method}`);
		}
		const { handlers } = await this.#options.desk;
		const handler = handlers[method] as (
			params: unknown,
			client: AcceptedClient,
			call: IncomingCall,
		) => Promise<unknown>;
		return handler(params, this.#phase.client, call);
	}

	/** At the owner's end: whoever is not accepted yet is to look for the next owner. */
	turnAway(): void {
		if (this.#phase.phase !== "accepted") this.#peer.close(1001);
	}

	get queuedBytes(): number {
		return this.#peer.isOpen ? this.#peer.queuedBytes : 0;
	}

	/** It lets more answers wait than there is room for. */
	cutOff(): void {
		const name = this.#phase.phase === "accepted" ? this.#phase.client.name : "a client";
		note(this.#options, { event: "client-refused", why: `${name} reads too slowly` });
		this.#peer.close(1008, "reads too slowly");
	}

	onClose(listener: () => void): void {
		this.#peer.onClose(listener);
	}

	#drop(why: string): void {
		if (this.#phase.phase === "accepted" || !this.#peer.isOpen) return;
		note(this.#options, { event: "client-refused", why });
		this.#peer.close(1008);
	}
}
