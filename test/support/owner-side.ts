import { linkMessages } from "../../lib/catalog/catalog.ts";
import { rulesOf } from "../../lib/catalog/rules.ts";
import { type Hello, type HelloAck, type LegacyHello, sessionMessages } from "../../lib/catalog/session.ts";
import { toHex } from "../../lib/session/hex.ts";
import { type PeerId, type ReadySession, runOwnerSession, type SessionAudit } from "../../lib/session/owner-session.ts";
import { normaliseCode, PairingWindow } from "../../lib/session/pairing.ts";
import type { LinkKind } from "../../lib/session/transcript.ts";
import type { Codec, WireMessage } from "../../lib/wire/message.ts";
import { Peer } from "../../lib/wire/peer.ts";
import type { Rules } from "../../lib/wire/rules.ts";
import type { Transport } from "../../lib/wire/transport.ts";
import { ManualClock } from "./manual-clock.ts";
import { SeededRandom } from "./random.ts";
import { ScriptedTransport } from "./scripted-transport.ts";

export const linkRules: Rules = rulesOf({ ...sessionMessages, ...linkMessages });

/** Waits for a condition, letting crypto's threads and every microtask run; the manual clock stands still meanwhile. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const accept: HelloAck = { ok: true, protocol: 1, serverVersion: "0.1.0", assignedLabel: "a", assignedSlug: "a" };

/** An owner in memory: what it keeps, what it wrote down, and as many connections as a test opens. */
export class OwnerSide {
	readonly clock = new ManualClock();
	readonly random = new SeededRandom(42);
	readonly window = new PairingWindow(this.random);
	readonly keys = new Map<string, Uint8Array<ArrayBuffer>>();
	readonly audits: SessionAudit[] = [];
	readonly legacies: LegacyHello[] = [];
	greet: (hello: Hello) => Promise<HelloAck> = async () => accept;
	store = async (peer: PeerId, key: Uint8Array<ArrayBuffer>): Promise<void> => void this.keys.set(nameOf(peer), key);
	readonly link: LinkKind;
	readonly codec: Codec;
	readonly #enrolment = {
		window: this.window,
		keyOf: async (peer: PeerId) => this.keys.get(nameOf(peer)),
		store: (peer: PeerId, key: Uint8Array<ArrayBuffer>) => this.store(peer, key),
	};

	constructor(link: LinkKind, codec: Codec) {
		this.link = link;
		this.codec = codec;
	}

	/** Opens a window; the code in normal form. */
	openWindow(): string {
		return normaliseCode(this.window.open(this.clock.now()).code);
	}

	enrol(instanceId: string | undefined, keyHex: string): void {
		const peer: PeerId = instanceId === undefined ? { kind: "scriptcat" } : { kind: "monk", instanceId };
		this.keys.set(nameOf(peer), new Uint8Array(Buffer.from(keyHex, "hex")));
	}

	keyHex(instanceId?: string): string | undefined {
		const key = this.keys.get(nameOf(instanceId === undefined ? { kind: "scriptcat" } : { kind: "monk", instanceId }));
		return key === undefined ? undefined : toHex(key);
	}

	/** Why sessions ended, in order. */
	get ends(): string[] {
		return this.audits.flatMap((event) => (event.kind === "ended" ? [event.why] : []));
	}

	run(transport: Transport): { readonly peer: Peer; readonly ready: Promise<ReadySession> } {
		const { codec, clock, random, link } = this;
		const options = { rules: linkRules, maxFrameBytes: 4 * 1024 * 1024, goneCode: "BROWSER_GONE" } as const;
		const peer = new Peer({ transport, codec, clock, ...options });
		const ready = runOwnerSession({
			peer,
			link,
			clock,
			random,
			serverVersion: "0.1.0",
			enrolment: this.#enrolment,
			greet: (hello) => this.greet(hello),
			onLegacy: (hello) => this.legacies.push(hello),
			audit: (event) => this.audits.push(event),
		});
		ready.catch(() => {});
		return { peer, ready };
	}

	/** A connection whose far end is the test itself, already challenged. */
	async dial(): Promise<Dialled> {
		const transport = new ScriptedTransport();
		const { peer, ready } = this.run(transport);
		const dialled = new Dialled(this.codec, transport, peer, ready);
		await until(() => transport.sent.length > 0);
		return dialled;
	}
}

const nameOf = (peer: PeerId) => (peer.kind === "monk" ? peer.instanceId : "scriptcat");

export class Dialled {
	readonly codec: Codec;
	readonly transport: ScriptedTransport;
	readonly peer: Peer;
	readonly ready: Promise<ReadySession>;

	constructor(codec: Codec, transport: ScriptedTransport, peer: Peer, ready: Promise<ReadySession>) {
		this.codec = codec;
		this.transport = transport;
		this.peer = peer;
		this.ready = ready;
	}

	/** All that the owner said. */
	get heard() {
		return this.transport.sent.map((text) => this.codec.decode(text));
	}

	get challenge(): { nonceD: string; keyD?: string } {
		const first = this.heard[0];
		if (first?.kind !== "request") throw new Error("the owner did not ask");
		return first.params as { nonceD: string; keyD?: string };
	}

	say(message: WireMessage): void {
		this.transport.say(this.codec.encode(message));
	}

	answer(result: unknown): void {
		this.say({ kind: "result", id: "1", result });
	}

	request(id: string, method: string, params: unknown): void {
		this.say({ kind: "request", id, method, params });
	}

	/** What the owner answered to a request of ours. */
	replyTo(id: string): WireMessage | undefined {
		return this.heard.find((message) => (message.kind === "result" || message.kind === "error") && message.id === id) as
			| WireMessage
			| undefined;
	}

	/** The params of a notification of the owner's. */
	notified(method: string): Record<string, unknown> | undefined {
		const found = this.heard.find((message) => message.kind === "notification" && message.method === method);
		return found?.kind === "notification" ? (found.params as Record<string, unknown>) : undefined;
	}

	get closed() {
		return this.transport.closed;
	}

	/** How it ended: the close as a peer sees it, once it came. */
	async end(): Promise<{ code: number | undefined; reason: string | undefined }> {
		await until(() => this.transport.closed !== undefined);
		return this.transport.closed ?? { code: undefined, reason: undefined };
	}
}
