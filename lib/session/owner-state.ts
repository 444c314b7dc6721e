import type { AnyHello, AuthenticateAnswer, Hello, HelloAck, LegacyHello } from "../catalog/session.ts";
import { limits } from "../wire/limits.ts";
import type { EndReason, PeerId, RefusalReason, SessionAudit } from "./audit.ts";
import type { Challenge, Proof } from "./owner-proof.ts";
import type { SealedKey } from "./seal.ts";
import type { Step } from "./step.ts";
import type { LinkKind } from "./transcript.ts";
import { PROTOCOL, SCHEMA } from "./versions.ts";

/** Who proved itself; the key that it was enrolled with is not kept here. */
export interface Joined {
	readonly who: PeerId;
	readonly enrolledNow: boolean;
}

/** What was said on monk's link; ScriptCat says no hello. */
export interface Greeting {
	readonly hello: Hello;
	readonly ack: HelloAck;
}

export type OwnerState =
	| { readonly at: "opened" }
	| { readonly at: "challenged"; readonly challenge: Challenge }
	/** The challenge was answered with an error, as an older extension does; its hello may still come and be answered. */
	| { readonly at: "doubted" }
	| { readonly at: "verifying" }
	/** On monk's link the extension is to say hello; on ScriptCat's the gap before our greeting runs. */
	| { readonly at: "authenticated"; readonly joined: Joined }
	| { readonly at: "greeting"; readonly joined: Joined; readonly hello: Hello }
	| { readonly at: "greeted"; readonly joined: Joined; readonly greeting?: Greeting }
	| { readonly at: "ready" }
	/** The refusal is on its way; a moment later the connection closes. */
	| { readonly at: "refused"; readonly code: number }
	| { readonly at: "closed"; readonly why: EndReason };

export type OwnerEvent =
	| { readonly on: "challenge-made"; readonly challenge: Challenge }
	| { readonly on: "answered"; readonly answer: AuthenticateAnswer }
	| { readonly on: "unanswered" }
	| { readonly on: "proved"; readonly proof: Proof }
	| { readonly on: "refuted"; readonly why: RefusalReason }
	| { readonly on: "hello"; readonly hello: AnyHello }
	| { readonly on: "acknowledged"; readonly ack: HelloAck }
	| { readonly on: "capabilities"; readonly schemaVersion: string; readonly methods: readonly string[] }
	/** The time that was set in state `of` is up. */
	| { readonly on: "time-up"; readonly of: OwnerState["at"] }
	| { readonly on: "shutdown" }
	/** A message that has no place in a handshake. */
	| { readonly on: "stray"; readonly what: string }
	| { readonly on: "gone"; readonly code: number }
	/** An effect threw. */
	| { readonly on: "failed"; readonly what: string };

export type OwnerEffect =
	| { readonly do: "ask"; readonly challenge: Challenge }
	| { readonly do: "verify"; readonly challenge: Challenge; readonly answer: AuthenticateAnswer }
	| { readonly do: "prove"; readonly hmac: string; readonly key?: SealedKey }
	| { readonly do: "store"; readonly who: PeerId; readonly key: Uint8Array<ArrayBuffer> }
	| { readonly do: "trust" }
	| { readonly do: "greet" }
	| { readonly do: "consult"; readonly hello: Hello; readonly joined: Joined }
	| { readonly do: "answer-hello"; readonly ack: HelloAck }
	| { readonly do: "answer-capabilities" }
	| { readonly do: "remember-legacy"; readonly hello: LegacyHello }
	| { readonly do: "arm"; readonly ms: number; readonly of: OwnerState["at"] }
	| { readonly do: "audit"; readonly event: SessionAudit }
	| {
			readonly do: "finish";
			readonly joined: Joined;
			readonly greeting?: Greeting;
			readonly methods: readonly string[];
	  }
	| { readonly do: "close"; readonly code: number; readonly reason: string; readonly why: EndReason };

export interface OwnerFacts {
	readonly link: LinkKind;
	readonly serverVersion: string;
}

type OwnerStep = Step<OwnerState, OwnerEffect>;

const POLICY = 1008;
const PROTOCOL_ERROR = 1002;

/** The owner's side of a session. Pure: the same state and event give the same step. */
export function nextOwner(state: OwnerState, event: OwnerEvent, facts: OwnerFacts): OwnerStep {
	if (state.at === "closed") return stay(state);
	if (event.on === "gone") return ended(state, facts, "gone", `code ${event.code}`);
	if (event.on === "time-up" && event.of !== state.at) return stay(state);
	switch (state.at) {
		case "opened":
			return event.on === "challenge-made" ? challenge(event.challenge) : stray(state, event, facts);
		case "challenged":
			return whenChallenged(state, event, facts);
		case "doubted":
			if (event.on === "time-up") return close(state, facts, "answered-with-error");
			return event.on === "hello" ? refuseUnproved(state, event.hello, facts) : stray(state, event, facts);
		case "verifying":
			if (event.on === "proved") return accept(event.proof, facts);
			return event.on === "refuted" ? close(state, facts, event.why) : stray(state, event, facts);
		case "authenticated":
			return facts.link === "monk" ? whenExpectingHello(state, event, facts) : whenInGap(state, event, facts);
		case "greeting":
			return event.on === "acknowledged" ? acknowledge(state, event.ack, facts) : stray(state, event, facts);
		case "greeted":
			return whenGreeted(state, event, facts);
		case "ready":
			return stray(state, event, facts);
		case "refused":
			return event.on === "time-up" ? closeAs(state, facts, "refused", state.code, "") : stay(state);
		default:
			return state satisfies never;
	}
}

const stay = (state: OwnerState): OwnerStep => ({ state, effects: [] });

const challenge = (made: Challenge): OwnerStep => ({
	state: { at: "challenged", challenge: made },
	effects: [
		{ do: "arm", ms: limits.authenticateMs, of: "challenged" },
		{ do: "ask", challenge: made },
	],
});

function whenChallenged(state: OwnerState & { at: "challenged" }, event: OwnerEvent, facts: OwnerFacts): OwnerStep {
	switch (event.on) {
		case "answered": {
			const verify = { do: "verify", challenge: state.challenge, answer: event.answer } as const;
			return { state: { at: "verifying" }, effects: [verify] };
		}
		case "unanswered":
			if (facts.link === "scriptcat") return close(state, facts, "answered-with-error");
			return { state: { at: "doubted" }, effects: [{ do: "arm", ms: limits.authenticateMs, of: "doubted" }] };
		case "hello":
			return facts.link === "monk" ? refuseUnproved(state, event.hello, facts) : stray(state, event, facts);
		case "time-up":
			return close(state, facts, "no-answer");
		default:
			return stray(state, event, facts);
	}
}

/** The key is stored only behind the message that tells the extension: unsent, it would lock the extension out. */
function accept(proof: Proof, facts: OwnerFacts): OwnerStep {
	const { who, hmac } = proof;
	const joined = { who, enrolledNow: proof.mode === "pairing" };
	const wait = facts.link === "monk" ? limits.helloMs : limits.greetingGapMs;
	const told: OwnerEffect[] =
		proof.mode === "pairing"
			? [
					{ do: "prove", hmac, key: proof.sealed },
					{ do: "store", who, key: proof.key },
					{ do: "audit", event: { kind: "enrolled", who } },
				]
			: [{ do: "prove", hmac }];
	return {
		state: { at: "authenticated", joined },
		effects: [
			{ do: "trust" },
			...told,
			{ do: "audit", event: { kind: "authenticated", who, mode: proof.mode } },
			{ do: "arm", ms: wait, of: "authenticated" },
		],
	};
}

function whenExpectingHello(
	state: OwnerState & { at: "authenticated" },
	event: OwnerEvent,
	facts: OwnerFacts,
): OwnerStep {
	if (event.on === "time-up") return close(state, facts, "hello-late");
	if (event.on !== "hello") return stray(state, event, facts);
	const { hello } = event;
	if (!isOurs(hello)) return refuse(state, facts, foreignAck(hello, facts), legacyEffects(hello));
	const consult = { do: "consult", hello, joined: state.joined } as const;
	return { state: { at: "greeting", joined: state.joined, hello }, effects: [consult] };
}

function whenInGap(state: OwnerState & { at: "authenticated" }, event: OwnerEvent, facts: OwnerFacts): OwnerStep {
	if (event.on !== "time-up") return stray(state, event, facts);
	return {
		state: { at: "greeted", joined: state.joined },
		effects: [{ do: "greet" }, { do: "arm", ms: limits.capabilitiesMs, of: "greeted" }],
	};
}

function acknowledge(state: OwnerState & { at: "greeting" }, ack: HelloAck, facts: OwnerFacts): OwnerStep {
	if (!ack.ok) return refuse(state, facts, ack, []);
	return {
		state: { at: "greeted", joined: state.joined, greeting: { hello: state.hello, ack } },
		effects: [
			{ do: "answer-hello", ack },
			{ do: "arm", ms: limits.capabilitiesMs, of: "greeted" },
		],
	};
}

function whenGreeted(state: OwnerState & { at: "greeted" }, event: OwnerEvent, facts: OwnerFacts): OwnerStep {
	if (event.on === "time-up") return close(state, facts, "capabilities-late");
	if (event.on !== "capabilities") return stray(state, event, facts);
	if (event.schemaVersion !== SCHEMA) return close(state, facts, "wrong-schema-version");
	const { joined, greeting } = state;
	return {
		state: { at: "ready" },
		effects: [
			{ do: "audit", event: { kind: "ready", who: joined.who } },
			{ do: "finish", joined, methods: event.methods, ...(greeting === undefined ? {} : { greeting }) },
			{ do: "answer-capabilities" },
		],
	};
}

const isOurs = (hello: AnyHello): hello is Hello => hello.protocol === PROTOCOL;
const isLegacy = (hello: AnyHello): hello is LegacyHello => hello.protocol === undefined;

const legacyEffects = (hello: AnyHello): OwnerEffect[] => {
	if (!isLegacy(hello)) return [];
	const { profileId, extVersion } = hello;
	return [
		{ do: "remember-legacy", hello },
		{ do: "audit", event: { kind: "legacy", profileId, extVersion } },
	];
};

/** A hello on a connection that has proved nothing: refused, but with a reason, because an older extension means well. */
const refuseUnproved = (state: OwnerState, hello: AnyHello, facts: OwnerFacts): OwnerStep =>
	refuse(state, facts, isOurs(hello) ? unprovedAck(facts) : foreignAck(hello, facts), legacyEffects(hello));

const unprovedAck = (facts: OwnerFacts): HelloAck => ({
	ok: false,
	protocol: PROTOCOL,
	serverVersion: facts.serverVersion,
	reason: "install monk's extension: monk ext pack",
});

/** An extension of the 0.2 line cannot read an ack without `assignedPort`. */
function foreignAck(hello: AnyHello, { serverVersion }: OwnerFacts): HelloAck {
	const theirs = hello.protocol === undefined ? "no protocol number" : `protocol ${hello.protocol}`;
	const reason = `monk ${serverVersion} speaks protocol ${PROTOCOL}, extension ${hello.extVersion} speaks ${theirs}: update the older of the two`;
	const ack = { ok: false, protocol: PROTOCOL, serverVersion, reason } as const;
	return isLegacy(hello) ? { ...ack, assignedPort: 0 } : ack;
}

function refuse(state: OwnerState, facts: OwnerFacts, ack: HelloAck, also: readonly OwnerEffect[]): OwnerStep {
	return {
		state: { at: "refused", code: isProved(state) ? 1000 : POLICY },
		effects: [
			...also,
			{ do: "audit", event: { kind: "ended", link: facts.link, at: state.at, why: "refused", ...detailOf(ack) } },
			{ do: "answer-hello", ack },
			{ do: "arm", ms: limits.refusalGapMs, of: "refused" },
		],
	};
}

const detailOf = (ack: HelloAck) => (ack.ok ? {} : { detail: ack.reason });

const isProved = (state: OwnerState): boolean =>
	state.at === "authenticated" || state.at === "greeting" || state.at === "greeted" || state.at === "ready";

function stray(state: OwnerState, event: OwnerEvent, facts: OwnerFacts): OwnerStep {
	if (event.on === "shutdown") return closeAs(state, facts, "shut-down", isProved(state) ? 1000 : POLICY, "");
	if (event.on === "failed") return closeAs(state, facts, "failed", isProved(state) ? 1011 : POLICY, "", event.what);
	return close(state, facts, "out-of-order", event.on === "stray" ? event.what : event.on);
}

/** Whoever proved nothing learns nothing: one code, and no reason. */
function close(state: OwnerState, facts: OwnerFacts, why: EndReason, detail?: string): OwnerStep {
	if (!isProved(state)) return closeAs(state, facts, why, POLICY, "", detail);
	const reason = state.at === "greeted" ? "invalid capabilities" : "";
	return closeAs(state, facts, why, PROTOCOL_ERROR, reason, detail);
}

function closeAs(
	state: OwnerState,
	facts: OwnerFacts,
	why: EndReason,
	code: number,
	reason: string,
	detail?: string,
): OwnerStep {
	const step = ended(state, facts, why, detail);
	return { state: step.state, effects: [...step.effects, { do: "close", code, reason, why }] };
}

/** A refusal was written down when it was decided. */
function ended(state: OwnerState, { link }: OwnerFacts, why: EndReason, detail?: string): OwnerStep {
	const event = { kind: "ended", link, at: state.at, why, ...(detail === undefined ? {} : { detail }) } as const;
	const isTold = state.at === "refused" || state.at === "ready";
	return { state: { at: "closed", why }, effects: isTold ? [] : [{ do: "audit", event }] };
}
