import { describe, expect, test } from "bun:test";
import type { Hello, HelloAck, LegacyHello } from "../../lib/catalog/session.ts";
import { nextOwner, type OwnerEffect, type OwnerEvent, type OwnerState } from "../../lib/session/owner-state.ts";
import type { LinkKind } from "../../lib/session/transcript.ts";

const who = { kind: "monk", instanceId: "0".repeat(32) } as const;
const joined = { who, enrolledNow: false };
const challenge = { params: { nonceD: "d" }, ephemeral: { publicHex: "", agree: () => Promise.reject() } };
const hello: Hello = { protocol: 1, profileId: "p", label: "", extVersion: "1.0", tabs: [] };
const legacy: LegacyHello = { profileId: "p", extVersion: "0.2.1" };
const foreign = { protocol: 2, profileId: "p", extVersion: "9.9" };
const ack: HelloAck = { ok: true, protocol: 1, serverVersion: "1", assignedLabel: "a", assignedSlug: "a" };
const nak: HelloAck = { ok: false, protocol: 1, serverVersion: "1", reason: "32 profiles are known already" };
const sealed = { ciphertext: "c", iv: "i" };
const answer = { mode: "session", nonceE: "e", hmac: "h" } as const;

const states = {
	opened: { at: "opened" },
	challenged: { at: "challenged", challenge },
	doubted: { at: "doubted" },
	verifying: { at: "verifying" },
	authenticated: { at: "authenticated", joined },
	greeting: { at: "greeting", joined, hello },
	greeted: { at: "greeted", joined, greeting: { hello, ack } },
	ready: { at: "ready" },
	refused: { at: "refused", code: 1008 },
	closed: { at: "closed", why: "gone" },
} as const satisfies Record<OwnerState["at"], OwnerState>;

type StateName = keyof typeof states;

const events = {
	"challenge-made": () => ({ on: "challenge-made", challenge }),
	answered: () => ({ on: "answered", answer }),
	unanswered: () => ({ on: "unanswered" }),
	"proved by key": () => ({ on: "proved", proof: { who, hmac: "h", mode: "session" } }),
	"proved by code": () => ({
		on: "proved",
		proof: { who, hmac: "h", mode: "pairing", key: new Uint8Array(32), sealed },
	}),
	refuted: () => ({ on: "refuted", why: "wrong-mac" }),
	hello: () => ({ on: "hello", hello }),
	"hello of 0.2": () => ({ on: "hello", hello: legacy }),
	"hello of another version": () => ({ on: "hello", hello: foreign }),
	acknowledged: () => ({ on: "acknowledged", ack }),
	"acknowledged with no": () => ({ on: "acknowledged", ack: nak }),
	capabilities: () => ({ on: "capabilities", schemaVersion: "1.0.0", methods: [] }),
	"capabilities of another schema": () => ({ on: "capabilities", schemaVersion: "1.0.1", methods: [] }),
	"time-up": (state) => ({ on: "time-up", of: state.at }),
	"time-up of another state": (state) => ({ on: "time-up", of: state.at === "opened" ? "greeted" : "opened" }),
	shutdown: () => ({ on: "shutdown" }),
	stray: () => ({ on: "stray", what: "browser_click" }),
	gone: () => ({ on: "gone", code: 1006 }),
	failed: () => ({ on: "failed", what: "INTERNAL_ERROR" }),
} as const satisfies Record<string, (state: OwnerState) => OwnerEvent>;

type EventName = keyof typeof events;

/** A step in one line: the state it leads to, and what is done, each with what a peer would see of it. */
function told(state: OwnerState, effects: readonly OwnerEffect[]): string {
	const name = state.at === "closed" ? `closed: ${state.why}` : state.at;
	return [name, ...effects.filter((effect) => effect.do !== "audit").map(brief)].join(" | ");
}

function brief(effect: OwnerEffect): string {
	switch (effect.do) {
		case "arm":
			return `arm ${effect.ms}`;
		case "close":
			return `close ${effect.code}`;
		case "prove":
			return effect.key === undefined ? "prove" : "prove with key";
		case "answer-hello":
			return effect.ack.ok ? "answer yes" : `answer no${effect.ack.assignedPort === 0 ? " port 0" : ""}`;
		default:
			return effect.do;
	}
}

/** The cells that lead on. Every other one is decided by `otherwise`. */
const onMonk: Partial<Record<StateName, Partial<Record<EventName, string>>>> = {
	opened: { "challenge-made": "challenged | arm 5000 | ask" },
	challenged: {
		answered: "verifying | verify",
		unanswered: "doubted | arm 5000",
		hello: "refused | answer no | arm 50",
		"hello of 0.2": "refused | remember-legacy | answer no port 0 | arm 50",
		"hello of another version": "refused | answer no | arm 50",
		"time-up": "closed: no-answer | close 1008",
	},
	doubted: {
		hello: "refused | answer no | arm 50",
		"hello of 0.2": "refused | remember-legacy | answer no port 0 | arm 50",
		"hello of another version": "refused | answer no | arm 50",
		"time-up": "closed: answered-with-error | close 1008",
	},
	verifying: {
		"proved by key": "authenticated | trust | prove | arm 10000",
		"proved by code": "authenticated | trust | prove with key | store | arm 10000",
		refuted: "closed: wrong-mac | close 1008",
	},
	authenticated: {
		hello: "greeting | consult",
		"hello of 0.2": "refused | remember-legacy | answer no port 0 | arm 50",
		"hello of another version": "refused | answer no | arm 50",
		"time-up": "closed: hello-late | close 1002",
	},
	greeting: {
		acknowledged: "greeted | answer yes | arm 5000",
		"acknowledged with no": "refused | answer no | arm 50",
	},
	greeted: {
		capabilities: "ready | finish | answer-capabilities",
		"capabilities of another schema": "closed: wrong-schema-version | close 1002",
		"time-up": "closed: capabilities-late | close 1002",
	},
	refused: { "time-up": "closed: refused | close 1008" },
};

const onScriptCat: typeof onMonk = {
	opened: onMonk.opened ?? {},
	challenged: {
		answered: "verifying | verify",
		unanswered: "closed: answered-with-error | close 1008",
		"time-up": "closed: no-answer | close 1008",
	},
	// Impossible on this link, where a challenge that is answered with an error closes; harmless if it were reached.
	doubted: onMonk.doubted ?? {},
	verifying: {
		"proved by key": "authenticated | trust | prove | arm 50",
		"proved by code": "authenticated | trust | prove with key | store | arm 50",
		refuted: "closed: wrong-mac | close 1008",
	},
	authenticated: { "time-up": "greeted | greet | arm 5000" },
	// Impossible too: nobody says hello here.
	greeting: onMonk.greeting ?? {},
	greeted: onMonk.greeted ?? {},
	refused: onMonk.refused ?? {},
};

const proved: readonly StateName[] = ["authenticated", "greeting", "greeted", "ready"];

/** What has no place closes: without a word before the proof, as a protocol error after it. */
function otherwise(state: StateName, event: EventName): string {
	const isProved = proved.includes(state);
	if (state === "closed") return "closed: gone";
	if (event === "gone") return "closed: gone";
	if (event === "time-up of another state" || state === "refused") return state;
	if (event === "shutdown") return `closed: shut-down | close ${isProved ? 1000 : 1008}`;
	if (event === "failed") return `closed: failed | close ${isProved ? 1011 : 1008}`;
	return `closed: out-of-order | close ${isProved ? 1002 : 1008}`;
}

const names = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];

for (const [link, legal] of [
	["monk", onMonk],
	["scriptcat", onScriptCat],
] as const satisfies readonly (readonly [LinkKind, typeof onMonk])[]) {
	describe(`the owner's side on the ${link} link`, () => {
		for (const stateName of names(states)) {
			for (const eventName of names(events)) {
				test(`${stateName}, then ${eventName}`, () => {
					const state = states[stateName];
					const step = nextOwner(state, events[eventName](state), { link, serverVersion: "1" });
					const expected = legal[stateName]?.[eventName] ?? otherwise(stateName, eventName);
					expect(told(step.state, step.effects)).toBe(expected);
				});
			}
		}
	});
}

describe("what is written down", () => {
	const step = (state: OwnerState, event: OwnerEvent) =>
		nextOwner(state, event, { link: "monk", serverVersion: "0.1.0" });
	const audited = (effects: readonly OwnerEffect[]) =>
		effects.flatMap((effect) => (effect.do === "audit" ? [effect.event] : []));

	test("every end before ready is audited once, with where and why", () => {
		for (const name of names(states)) {
			if (name === "closed" || name === "ready" || name === "refused") continue;
			const { effects } = step(states[name], { on: "stray", what: "browser_click" });
			const event = { kind: "ended", link: "monk", at: name, why: "out-of-order", detail: "browser_click" } as const;
			expect(audited(effects)).toEqual([event]);
		}
	});

	test("the reason of a refusal names both protocol numbers", () => {
		const { effects } = step(states.authenticated, { on: "hello", hello: foreign });
		const said = effects.find((effect) => effect.do === "answer-hello");
		expect(said?.do === "answer-hello" && !said.ack.ok && said.ack.reason).toBe(
			"monk 0.1.0 speaks protocol 1, extension 9.9 speaks protocol 2: update the older of the two",
		);
	});

	test("a stranger with the right protocol is told which extension to install", () => {
		const { effects } = step(states.challenged, { on: "hello", hello });
		const said = effects.find((effect) => effect.do === "answer-hello");
		expect(said?.do === "answer-hello" && !said.ack.ok && said.ack.reason).toBe(
			"install monk's extension: monk ext pack",
		);
	});

	test("no state keeps a key that was minted", () => {
		const { state } = step(states.verifying, events["proved by code"]());
		expect(JSON.stringify(state)).toBe(JSON.stringify({ at: "authenticated", joined: { who, enrolledNow: true } }));
	});

	test("a step is pure: it repeats itself and changes no state", () => {
		for (const name of names(states)) {
			for (const eventName of names(events)) {
				const before = JSON.stringify(states[name]);
				const event = events[eventName](states[name]);
				expect(step(states[name], event)).toEqual(step(states[name], event));
				expect(JSON.stringify(states[name])).toBe(before);
			}
		}
	});
});
