import { expect, test } from "bun:test";
import type { Hello } from "../../../lib/catalog/session.ts";
import type { ProfileLink } from "../../../lib/host/profiles/profile.ts";
import { maxProfiles, ProfileRegistry } from "../../../lib/host/profiles/registry.ts";
import { tab } from "../../support/scripted-extension.ts";

const id = (number: number): string => `00000000-0000-4000-8000-${`${number}`.padStart(12, "0")}`;

const hello = (number: number, label = "Work", slug?: string): Hello => ({
	protocol: 1,
	profileId: id(number),
	label,
	...(slug === undefined ? {} : { slug }),
	extVersion: "0.1.0",
	tabs: [],
});

const link = (closed: string[] = []): ProfileLink => ({
	request: () => Promise.reject(new Error("not asked here")),
	close: (reason) => void closed.push(reason),
});

const connect = (registry: ProfileRegistry, number: number, its = link()) =>
	registry.connect({
		profileId: id(number),
		instanceId: `i${number}`,
		label: `p${number}`,
		slug: `p${number}`,
		extVersion: "0.1.0",
		link: its,
		tabs: [],
	});

test("two profiles of one label that greet at the same time get two slugs", () => {
	const registry = new ProfileRegistry("0.1.0", []);
	expect(registry.greet(hello(1), "a", undefined, true)).toMatchObject({ ok: true, assignedSlug: "work" });
	expect(registry.greet(hello(2), "b", undefined, true)).toMatchObject({ ok: true, assignedSlug: "work-2" });
	expect(registry.greet(hello(1), "a", undefined, true)).toMatchObject({ ok: true, assignedSlug: "work" });
});

const rows = [
	["a key that was never used", "new", undefined, false, true],
	["its own key", "i1", id(1), false, true],
	["a key that belongs to another profile", "i9", id(9), false, false],
	["a key that belongs to another profile, and a code typed now", "i9", id(9), true, true],
	["another browser's key of the same profile", "i9", id(1), false, false],
] as const;

for (const [what, instanceId, boundTo, enrolledNow, ok] of rows)
	test(`a profile that says hello under ${what} is ${ok ? "let in" : "refused"}`, () => {
		const registry = new ProfileRegistry("0.1.0", []);
		connect(registry, 1);
		expect(registry.greet(hello(1), instanceId, boundTo, enrolledNow).ok).toBe(ok);
	});

test("the thirty-third connected profile is refused, and a known one still gets in", () => {
	const registry = new ProfileRegistry("0.1.0", []);
	for (let number = 1; number <= maxProfiles; number++) connect(registry, number);
	expect(registry.greet(hello(99), "x", undefined, true)).toMatchObject({
		ok: false,
		reason: expect.stringContaining("32"),
	});
	expect(registry.greet(hello(5), "i5", id(5), false).ok).toBe(true);
});

test("an old link's late end does not take the new one away", () => {
	const registry = new ProfileRegistry("0.1.0", []);
	const closed: string[] = [];
	const [old, renewed] = [link(closed), link()];
	connect(registry, 1, old);
	connect(registry, 1, renewed);
	expect(closed).toEqual(["replaced"]);
	registry.disconnect(id(1), old, 5);
	expect(registry.get(id(1))?.state).toBe("connected");
	registry.disconnect(id(1), renewed, 6);
	expect(registry.get(id(1))).toMatchObject({ state: "offline", lastSeen: 6 });
});

test("of too many records the one gone longest is forgotten", () => {
	const registry = new ProfileRegistry("0.1.0", []);
	for (let number = 1; number <= maxProfiles + 1; number++) {
		const its = link();
		connect(registry, number, its);
		if (number <= 2) registry.disconnect(id(number), its, 10 - number);
	}
	expect(registry.all).toHaveLength(maxProfiles);
	expect(registry.get(id(2))).toBeUndefined();
	expect(registry.get(id(1))).toBeDefined();
});

test("a browser that comes back without its tabs is known to have lost them, until one is shared again", () => {
	const registry = new ProfileRegistry("0.1.0", []);
	const [first, second] = [link(), link()];
	const shared = [tab(1), tab(2)];
	connect(registry, 1, first);
	registry.setTabs(id(1), first, shared);
	registry.disconnect(id(1), first, 5);
	connect(registry, 1, second);
	expect(registry.get(id(1))).toMatchObject({ lostTabs: 2 });
	registry.disconnect(id(1), second, 6);
	connect(registry, 1, second);
	registry.setTabs(id(1), second, []);
	expect(registry.get(id(1))).toMatchObject({ lostTabs: 2 });
	registry.setTabs(id(1), second, shared);
	expect(registry.get(id(1))).not.toHaveProperty("lostTabs");
});
