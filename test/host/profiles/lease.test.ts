import { expect, test } from "bun:test";
import {
	keptMs,
	type LeaseEvent,
	type Leases,
	leaseAgainst,
	leasesOf,
	nextLeases,
	restoreLeases,
	workMs,
} from "../../../lib/host/profiles/lease.ts";

const start = 1_000_000;
const ann = { id: "a", name: "Ann" };
const bob = { id: "b", name: "Bob" };
const none: Leases = new Map();

type Step = readonly ["reads" | "acts" | "keeps" | "releases", typeof ann, number] | readonly ["leaves", typeof ann];

const event = (step: Step, tab: string): LeaseEvent =>
	step[0] === "leaves"
		? { kind: "leaves", clientId: step[1].id }
		: { kind: step[0], tab, client: step[1], now: start + step[2] };

const after = (steps: readonly Step[], tab = "t"): Leases =>
	steps.reduce((leases, step) => nextLeases(leases, event(step, tab)), none);

/** What was done, at which millisecond it is looked, and whose tab it is then. */
const table: readonly (readonly [what: string, steps: readonly Step[], at: number, holder: string | undefined])[] = [
	["nobody did anything", [], 0, undefined],
	["a read takes nothing", [["reads", ann, 0]], 0, undefined],
	["an act takes the tab", [["acts", ann, 0]], 0, "a"],
	["until its time is over", [["acts", ann, 0]], workMs - 1, "a"],
	["and no longer", [["acts", ann, 0]], workMs, undefined],
	[
		"a read does not make an act's time longer",
		[
			["acts", ann, 0],
			["reads", ann, 9_000],
		],
		workMs,
		undefined,
	],
	[
		"another act does",
		[
			["acts", ann, 0],
			["acts", ann, 9_000],
		],
		workMs,
		"a",
	],
	[
		"another client's act takes nothing",
		[
			["acts", ann, 0],
			["acts", bob, 1],
		],
		2,
		"a",
	],
	[
		"nor does its wish to keep",
		[
			["acts", ann, 0],
			["keeps", bob, 1],
		],
		2,
		"a",
	],
	[
		"nor can it release",
		[
			["acts", ann, 0],
			["releases", bob, 1],
		],
		2,
		"a",
	],
	[
		"nor does its end",
		[
			["acts", ann, 0],
			["leaves", bob],
		],
		2,
		"a",
	],
	[
		"once the time is over another takes it",
		[
			["acts", ann, 0],
			["acts", bob, workMs],
		],
		workMs,
		"b",
	],
	["a kept tab stays for longer", [["keeps", ann, 0]], keptMs - 1, "a"],
	["but not for ever", [["keeps", ann, 0]], keptMs, undefined],
	[
		"an act does not make a kept tab's time shorter",
		[
			["keeps", ann, 0],
			["acts", ann, 1],
		],
		keptMs,
		"a",
	],
	[
		"a read in a kept tab counts as use of it",
		[
			["keeps", ann, 0],
			["reads", ann, 5],
		],
		keptMs + 4,
		"a",
	],
	[
		"an act before it is kept is kept with it",
		[
			["acts", ann, 0],
			["keeps", ann, 1],
		],
		keptMs,
		"a",
	],
	[
		"a kept tab is released",
		[
			["keeps", ann, 0],
			["releases", ann, 1],
		],
		1,
		undefined,
	],
	[
		"so is one that was acted in",
		[
			["acts", ann, 0],
			["releases", ann, 1],
		],
		1,
		undefined,
	],
	["nothing is released", [["releases", ann, 0]], 1, undefined],
	[
		"its end frees the tab",
		[
			["keeps", ann, 0],
			["leaves", ann],
		],
		1,
		undefined,
	],
	[
		"what has lapsed is not kept by an act",
		[
			["keeps", ann, 0],
			["acts", ann, keptMs],
		],
		keptMs + workMs,
		undefined,
	],
	["a clock that jumped ahead ends it", [["acts", ann, 0]], 86_400_000, undefined],
	["a clock that was set back an hour does not make it last an hour", [["acts", ann, 0]], -3_600_000, undefined],
];

for (const [what, steps, at, holder] of table)
	test(`a tab's lease: ${what}`, () => {
		expect(leaseAgainst(after(steps), "t", "somebody else", start + at)?.holder).toBe(holder);
	});

test("nobody is in their own way, and one tab's lease says nothing of another", () => {
	const leases = after([["acts", ann, 0]]);
	expect(leaseAgainst(leases, "t", "a", start)).toBeUndefined();
	expect(leaseAgainst(leases, "other", "b", start)).toBeUndefined();
	expect(leaseAgainst(leases, "t", undefined, start)).toEqual({
		holder: "a",
		name: "Ann",
		until: start + workMs,
		isKept: false,
	});
});

test("leases that are over do not gather", () => {
	let leases = none;
	for (let tab = 0; tab < 100; tab++)
		leases = nextLeases(leases, { kind: "acts", tab: `${tab}`, client: ann, now: start + tab * workMs });
	expect(leases.size).toBe(1);
});

test("a client's leases come back to it under the next owner, unless another has the tab or the time is over", () => {
	const told: Leases = new Map([...after([["keeps", ann, 0]], "x"), ...after([["acts", ann, 0]], "y")]);
	const taken = after([["acts", bob, 5]], "x");
	expect([...restoreLeases(taken, told, start + 10)].map(([tab, { holder }]) => [tab, holder])).toEqual([
		["x", "b"],
		["y", "a"],
	]);
	expect(leasesOf(restoreLeases(none, told, start + workMs), "a", start + workMs).map(([tab]) => tab)).toEqual(["x"]);
});
