import { linkMessages } from "../../lib/catalog/catalog.ts";
import type { Consent } from "../../lib/catalog/consent.ts";
import { rulesOf } from "../../lib/catalog/rules.ts";
import { type Hello, type HelloAck, PROTOCOL_VERSION, sessionMessages } from "../../lib/catalog/session.ts";
import type { TabInfo } from "../../lib/catalog/tabs.ts";
import { type ExtensionOutcome, runExtensionSession } from "../../lib/session/extension-session.ts";
import { frames } from "../../lib/wire/frames.ts";
import { limits } from "../../lib/wire/limits.ts";
import { Peer } from "../../lib/wire/peer.ts";
import type { Transport } from "../../lib/wire/transport.ts";
import type { LinkStatus, OffscreenRequests } from "../messages.ts";
import { carryOut, methods } from "./carry-out.ts";
import { fromHex, toHex } from "./hex.ts";
import { type AttemptEnd, failuresAfter, isForgotten, type Proof, pauseAfter, proofFrom } from "./redial.ts";
import { dial } from "./socket.ts";
import { clock, random } from "./surroundings.ts";
import type { WorkerPort } from "./worker-port.ts";

type LinkFacts = OffscreenRequests["link-facts"][1];

const rules = rulesOf({ ...sessionMessages, ...linkMessages });

/** Our own close, from the range that a page may use. */
const REDIAL = 3000;

/** The connection to the owner: dials, pairs or proves the key, greets, serves, and dials again, for ever. */
export class Link {
	status: LinkStatus = { state: "unpaired" };
	private readonly worker: WorkerPort;
	private peer: Peer | undefined;
	private isReady = false;
	private code: { readonly text: string; readonly at: number } | undefined;
	private attempts = 0;
	/** Refusals of our key in a row. */
	private timesNotKnown = 0;
	private wake: () => void = () => undefined;
	private isWoken = false;

	constructor(worker: WorkerPort) {
		this.worker = worker;
	}

	async run(): Promise<never> {
		for (;;) {
			this.isWoken = false;
			const end = await this.attempt().catch(broken);
			this.attempts = failuresAfter(end, this.attempts);
			if (end.kind !== "not-known") this.timesNotKnown = 0;
			await this.rest(pauseAfter(end, this.attempts, Math.random()));
		}
	}

	/** Leaves the current socket and dials at once, with a code if a person typed one. */
	redial(code?: string): void {
		if (code !== undefined) this.code = { text: code, at: Date.now() };
		this.attempts = 0;
		this.isWoken = true;
		this.peer?.close(REDIAL);
		this.wake();
	}

	tabsChanged(tabs: readonly TabInfo[], consent: Consent): void {
		if (!this.isReady) return;
		this.peer?.notify("tabs_changed", { tabs });
		this.peer?.notify("consent_changed", consent);
	}

	private async attempt(): Promise<AttemptEnd> {
		const code = this.takeCode();
		const facts = await this.worker.request("link-facts", {});
		const proof = proofFrom(facts.credentials, code);
		if (proof.kind === "nothing") return this.unpaired();
		const port = facts.settings.linkPort;
		if (proof.kind === "code") this.tell({ state: "pairing", port });
		// Who was forgotten is typing a code, perhaps: the form stays while the key is tried once more.
		else if (this.status.state !== "not-known") this.tell(this.dialing(port));
		const transport = await dial(port);
		if (transport === undefined) return this.noAnswer(proof, port);
		if (this.isWoken) {
			// Settings changed, or a code was typed, after this attempt had read them.
			transport.close();
			return { kind: "dropped" };
		}
		return this.talk(transport, proof, facts);
	}

	/** The code is forgotten as it is taken: it never proves anything twice. */
	private takeCode(): string | undefined {
		const { code } = this;
		this.code = undefined;
		return code !== undefined && Date.now() - code.at < limits.pairingCodeMs ? code.text : undefined;
	}

	private dialing(port: number): LinkStatus {
		return { state: "dialing", port, attempt: this.attempts + 1 };
	}

	private unpaired(): AttemptEnd {
		// What went wrong with the last code stays to be read.
		if (this.status.state !== "pairing-failed") this.tell({ state: "unpaired" });
		return { kind: "unpaired" };
	}

	private noAnswer(proof: Proof, port: number): AttemptEnd {
		if (proof.kind === "code") this.tell({ state: "pairing-failed", reason: "no answer on the port" });
		else if (this.status.state === "not-known") this.tell(this.dialing(port));
		return { kind: "no-answer" };
	}

	private async talk(
		transport: Transport,
		proof: Exclude<Proof, { kind: "nothing" }>,
		facts: LinkFacts,
	): Promise<AttemptEnd> {
		const peer = new Peer({
			transport,
			codec: frames,
			rules,
			clock,
			maxFrameBytes: limits.linkFrameBytes,
			goneCode: "OWNER_GONE",
		});
		this.peer = peer;
		const closed = new Promise<void>((resolve) => peer.onClose(() => resolve()));
		try {
			const outcome = await this.greet(peer, proof);
			if (outcome.state !== "ready") return this.notReady(outcome, proof, facts);
			await this.ready(peer, outcome.ack, facts);
			const readyAt = Date.now();
			await closed;
			return { kind: "lost", heldMs: Date.now() - readyAt };
		} finally {
			this.isReady = false;
			this.peer = undefined;
			peer.close();
		}
	}

	private greet(peer: Peer, proof: Exclude<Proof, { kind: "nothing" }>): Promise<ExtensionOutcome> {
		const { instanceId } = proof;
		return runExtensionSession({
			peer,
			clock,
			random,
			credentials: proof.kind === "code" ? { instanceId, code: proof.code } : { instanceId, key: fromHex(proof.key) },
			hello: async () => helloFrom(await this.worker.request("link-facts", {})),
			methods,
			onEnrolled: async (key) => {
				await this.worker.request("enrolled", { key: toHex(key) });
			},
		});
	}

	private async ready(peer: Peer, ack: HelloAck, facts: LinkFacts): Promise<void> {
		peer.serve(carryOut(this.worker, peer));
		peer.startPinging(limits.framesPingMs, limits.framesPingsMissed);
		this.isReady = true;
		await this.worker.request("acknowledged", { ack });
		if (!ack.ok) return;
		// Asked anew: what was decided while the greeting went on was told to nobody.
		const { consent } = await this.worker.request("link-facts", {});
		peer.notify("consent_changed", consent);
		this.tell({
			state: "connected",
			port: facts.settings.linkPort,
			label: ack.assignedLabel,
			slug: ack.assignedSlug,
			serverVersion: ack.serverVersion,
		});
	}

	private notReady(
		outcome: Exclude<ExtensionOutcome, { state: "ready" }>,
		proof: Proof,
		{ settings: { linkPort: port } }: LinkFacts,
	): AttemptEnd {
		switch (outcome.state) {
			case "refused":
				this.tell({ state: "refused", port, reason: outcome.reason });
				return { kind: "refused" };
			case "wrong-code":
				this.tell({ state: "pairing-failed", reason: "wrong or expired code" });
				return { kind: "wrong-code" };
			case "not-known":
				this.timesNotKnown++;
				if (isForgotten(this.timesNotKnown)) this.tell({ state: "not-known", port });
				return { kind: "not-known", times: this.timesNotKnown };
			case "closed":
				if (proof.kind === "code") this.tell({ state: "pairing-failed", reason: "the connection broke off" });
				return { kind: "dropped" };
			default:
				return outcome satisfies never;
		}
	}

	/** Waits `ms`, or for ever without it; a redial ends the wait, and one that came meanwhile prevents it. */
	private async rest(ms: number | undefined): Promise<void> {
		if (this.isWoken) return;
		await new Promise<void>((resolve) => {
			this.wake = resolve;
			if (ms !== undefined) setTimeout(resolve, ms);
		});
	}

	private tell(status: LinkStatus): void {
		this.status = status;
		// The worker only shows it; it asks again when it has missed it.
		this.worker.request("status", status).catch(() => undefined);
	}
}

function broken(thrown: unknown): AttemptEnd {
	console.error("an attempt to connect broke off", thrown);
	return { kind: "dropped" };
}

const helloFrom = ({ profileId, settings, slug, extVersion, tabs }: LinkFacts): Hello => ({
	protocol: PROTOCOL_VERSION,
	profileId,
	label: settings.label,
	...(slug === undefined ? {} : { slug }),
	extVersion,
	tabs: [...tabs],
});
