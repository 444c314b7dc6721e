import type { Codec } from "../../lib/wire/message.ts";
import { Peer, type PeerFault, type PeerOptions } from "../../lib/wire/peer.ts";
import type { Rules } from "../../lib/wire/rules.ts";
import { type LinkedTransport, linkTransports } from "./linked-transports.ts";
import { ManualClock } from "./manual-clock.ts";
import { ScriptedTransport } from "./scripted-transport.ts";

const fits = (isFit: (value: unknown) => boolean) => (value: unknown) => (isFit(value) ? undefined : "it does not fit");
const isNumbered = (value: unknown) =>
	typeof value === "object" && value !== null && Number.isInteger(Reflect.get(value, "n"));

const request = (effect: "read" | "act") =>
	({
		kind: "request",
		timeoutMs: 1_000,
		effect,
		problemWithParams: fits(isNumbered),
		problemWithResult: fits(isNumbered),
	}) as const;

/** A small protocol for tests of the wire: everything carries `{n: whole number}`. */
export const testRules: Rules = {
	look: request("read"),
	act: request("act"),
	news: { kind: "notification", problemWithParams: fits(isNumbered) },
	blob: {
		kind: "request",
		timeoutMs: 1_000,
		effect: "read",
		problemWithParams: fits(isNumbered),
		problemWithResult: () => undefined,
	},
};

export interface Watched {
	readonly peer: Peer;
	readonly faults: PeerFault[];
}

type Part = Pick<PeerOptions, "transport" | "codec" | "clock"> & Partial<PeerOptions>;

export function watch(options: Part): Watched {
	const faults: PeerFault[] = [];
	const onFault = (fault: PeerFault) => void faults.push(fault);
	const peer = new Peer({
		rules: testRules,
		maxFrameBytes: 16 * 1024 * 1024,
		goneCode: "BROWSER_GONE",
		onFault,
		...options,
	});
	return { peer, faults };
}

/** One peer whose other end is the test. */
export function scriptedPeer(codec: Codec, options: Partial<PeerOptions> = {}) {
	const [clock, transport] = [new ManualClock(), new ScriptedTransport()];
	return { clock, transport, ...watch({ transport, codec, clock, ...options }) };
}

/** Two peers that speak to each other, both trusted. */
export function linkedPeers(codec: Codec, options: Partial<PeerOptions> = {}) {
	const clock = new ManualClock();
	const [near, far]: [LinkedTransport, LinkedTransport] = linkTransports();
	const left = watch({ transport: near, codec, clock, ...options });
	const right = watch({ transport: far, codec, clock, ...options });
	left.peer.trust();
	right.peer.trust();
	return { clock, near, far, left, right };
}

/** What a promise rejects with, as its code. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
	return promise.then(
		() => "it succeeded",
		(error: unknown) => String(Reflect.get(error as object, "code")),
	);
}

/** Waits until the microtasks that are due have run: linked transports need no more time than that. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}
