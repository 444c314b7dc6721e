import { describe, expect, test } from "bun:test";
import type { HelloAck, LegacyAck } from "../../lib/catalog/session.ts";
import type { Expectation, OwnAnswer } from "../../lib/session/extension-proof.ts";
import {
	type ExtensionEffect,
	type ExtensionEvent,
	type ExtensionState,
	nextExtension,
} from "../../lib/session/extension-state.ts";

const transcript = { link: "monk", mode: "session", instanceId: "i", nonceD: "d", nonceE: "e" } as const;
const byKey: Expectation = { mode: "session", transcript, mac: new Uint8Array(32) };
const byCode: Expectation = { mode: "pairing", transcript, mac: new Uint8Array(32), enc: new Uint8Array(32) };
const own: OwnAnswer = { answer: { mode: "session", nonceE: "e", hmac: "h" }, expectation: byKey };
const ack: HelloAck & { ok: true } = {
	ok: true,
	protocol: 1,
	serverVersion: "1",
	assignedLabel: "a",
	assignedSlug: "a",
};
const nak: HelloAck = { ok: false, protocol: 1, serverVersion: "1", reason: "another profile has that key" };
const oldAck: LegacyAck = { ok: true, assignedPort: 9222, serverVersion: "0.2.1" };

const states = {
	waiting: { at: "waiting" },
	answering: { at: "answering" },
	"answered by key": { at: "answered", expectation: byKey },
	"answered by code": { at: "answered", expectation: byCode },
	checking: { at: "checking" },
	greeting: { at: "greeting" },
	greeted: { at: "greeted", ack },
	ended: { at: "ended", outcome: { state: "closed", code: 1 } },
} as const satisfies Record<string, ExtensionState>;

const events = {
	challenged: () => ({ on: "challenged", params: { nonceD: "d" } }),
	"answer-made": () => ({ on: "answer-made", own }),
	authenticated: () => ({ on: "authenticated", params: { hmac: "h" } }),
	"judged known": () => ({ on: "judged", verdict: { verdict: "known" } }),
	"judged enrolled": () => ({ on: "judged", verdict: { verdict: "enrolled", key: new Uint8Array(32) } }),
	"judged stranger": () => ({ on: "judged", verdict: { verdict: "stranger" } }),
	acknowledged: () => ({ on: "acknowledged", ack }),
	"acknowledged with no": () => ({ on: "acknowledged", ack: nak }),
	"acknowledged by 0.2": () => ({ on: "acknowledged", ack: oldAck }),
	"acknowledged by another version": () => ({ on: "acknowledged", ack: { ...ack, protocol: 2 } }),
	welcomed: () => ({ on: "welcomed" }),
	"time-up": (state) => ({ on: "time-up", of: state.at }),
	"time-up of another state": (state) => ({ on: "time-up", of: state.at === "waiting" ? "greeted" : "waiting" }),
	stray: () => ({ on: "stray" }),
	"gone by policy": () => ({ on: "gone", code: 1008 }),
	"gone otherwise": () => ({ on: "gone", code: 1006 }),
	failed: () => ({ on: "failed" }),
} as const satisfies Record<string, (state: ExtensionState) => ExtensionEvent>;

type StateName = keyof typeof states;
type EventName = keyof typeof events;

const brief = (effect: ExtensionEffect): string => {
	if (effect.do === "arm") return `arm ${effect.ms}`;
	return effect.do === "close" ? `close ${effect.code}` : effect.do;
};

function told(state: ExtensionState, effects: readonly ExtensionEffect[]): string {
	if (state.at !== "ended") return [state.at, ...effects.map(brief)].join(" | ");
	const { outcome } = state;
	const name = outcome.state === "closed" ? `closed ${outcome.code}` : outcome.state;
	return [name, ...effects.filter((effect) => effect.do !== "end").map(brief)].join(" | ");
}

const legal: Partial<Record<StateName, Partial<Record<EventName, string>>>> = {
	waiting: { challenged: "answering | make-answer" },
	answering: { "answer-made": "answered | answer | arm 10000" },
	"answered by key": { authenticated: "checking | judge", "gone by policy": "not-known" },
	"answered by code": { authenticated: "checking | judge", "gone by policy": "wrong-code" },
	checking: {
		"judged known": "greeting | trust | say-hello",
		"judged enrolled": "greeting | trust | keep-key | say-hello",
	},
	greeting: {
		acknowledged: "greeted | say-capabilities",
		"acknowledged with no": "refused | close 1000",
		"acknowledged by 0.2": "refused | close 1000",
		"acknowledged by another version": "refused | close 1000",
	},
	greeted: { welcomed: "ready" },
};

function otherwise(state: StateName, event: EventName): string {
	if (state === "ended") return "closed 1";
	if (event === "gone by policy") return "closed 1008";
	if (event === "gone otherwise") return "closed 1006";
	if (event === "time-up of another state") return states[state].at;
	return state === "greeting" || state === "greeted" ? "closed 1002 | close 1002" : "closed 1008 | close 1008";
}

const names = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];

describe("the extension's side", () => {
	for (const stateName of names(states)) {
		for (const eventName of names(events)) {
			test(`${stateName}, then ${eventName}`, () => {
				const state = states[stateName];
				const step = nextExtension(state, events[eventName](state));
				expect(told(step.state, step.effects)).toBe(legal[stateName]?.[eventName] ?? otherwise(stateName, eventName));
			});
		}
	}

	test("tells the person which side to update", () => {
		const reasonOf = (said: HelloAck | LegacyAck) => {
			const { state } = nextExtension(states.greeting, { on: "acknowledged", ack: said });
			return state.at === "ended" && state.outcome.state === "refused" ? state.outcome.reason : "";
		};
		expect(reasonOf(oldAck)).toBe("update the server: 0.2.1 is too old for this extension");
		expect(reasonOf({ ...ack, protocol: 2 })).toContain("protocol 2, this extension 1");
		expect(reasonOf(nak)).toBe("another profile has that key");
	});

	test("ends once, whatever comes after", () => {
		const { effects } = nextExtension(states.greeted, { on: "welcomed" });
		expect(effects.filter((effect) => effect.do === "end")).toHaveLength(1);
		expect(nextExtension(states.ended, { on: "gone", code: 1000 }).effects).toEqual([]);
	});
});
