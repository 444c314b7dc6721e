import { expect, test } from "bun:test";
import { statusText, withOwnVersion } from "../../../cmd/terminal/status-text.ts";
import type { OwnerStatus } from "../../../lib/catalog/control.ts";

const status: OwnerStatus = {
	version: "0.1.0",
	pid: 7,
	startedAt: 0,
	ports: { control: 9219, link: 9220 },
	scripts: "unpaired",
	profiles: [
		{ profileId: "a", slug: "work", label: "work", extVersion: "0.1.0", state: "connected", tabs: 1 },
		{ profileId: "b", slug: "home", label: "Home", extVersion: "0.0.9", state: "offline", tabs: 0, lastSeen: 60_000 },
	],
	clients: [{ pid: 8, version: "0.1.0", name: "an agent" }],
	problems: ["something"],
};

test("a person reads who runs, on which ports, with which browsers and clients, and what is wrong", () => {
	expect(statusText(status).split("\n")).toEqual([
		"monk 0.1.0 runs as process 7 since 1970-01-01T00:00:00.000Z",
		"Ports: link 9220, control 9219",
		"Profiles:",
		"  work: connected, extension 0.1.0, 1 shared tab",
		"  home (Home): offline, extension 0.0.9, last seen 1970-01-01T00:01:00.000Z",
		"Clients:",
		"  process 8 calls itself an agent, 0.1.0",
		"Problems:",
		"  something",
	]);
});

test("no name forges a line or commands a terminal", () => {
	const evil = "x\nProblems:\n  none\u001b[2J\u202e";
	const [profile] = status.profiles;
	if (profile === undefined) throw new Error("there is none");
	const text = statusText({
		...status,
		profiles: [{ ...profile, label: evil, extVersion: evil }],
		clients: [{ pid: 8, version: evil, name: evil }],
		problems: [evil],
	});
	expect(text.split("\n")).toHaveLength(8);
	expect(text).not.toContain("\u001b");
	expect(text).not.toContain("\u202e");
});

test("an owner of another version is named beside one's own, with what mends it", () => {
	expect(withOwnVersion(status, "0.1.0").problems).toEqual(["something"]);
	expect(withOwnVersion(status, "0.1.1").problems).toEqual([
		"something",
		"monk 0.1.0 runs, and this command is 0.1.1: `monk stop` lets the next one start anew",
	]);
});

test("the legacy port is named when it is open", () => {
	const text = statusText({ ...status, ports: { ...status.ports, legacy: 9222 } });
	expect(text).toContain("Ports: link 9220, control 9219, legacy 9222");
});

test("what the person decided in a browser is on its line", () => {
	const [profile] = status.profiles;
	if (profile === undefined) throw new Error("there is none");
	const told = (consent: NonNullable<typeof profile.consent>): string | undefined =>
		statusText({ ...status, profiles: [{ ...profile, consent }] })
			.split("\n")
			.find((line) => line.startsWith("  work"));
	expect(told({ stopped: false, endedShares: 0, wide: [] })).toBe("  work: connected, extension 0.1.0, 1 shared tab");
	expect(told({ stopped: true, endedShares: 1, wide: [] })).toBe(
		"  work: connected, extension 0.1.0, 1 shared tab, stopped by the person, 1 share of a tab or group ended at its last start",
	);
	const wide = [
		{ scope: "site", site: "https://a.example", power: "look" },
		{ scope: "profile", power: "act", client: "an agent" },
	] as const;
	expect(told({ stopped: false, endedShares: 2, wide: [...wide] })).toBe(
		"  work: connected, extension 0.1.0, 1 shared tab, shared as a whole: https://a.example to look at, every tab with what calls itself an agent, 2 shares of tabs or groups ended at its last start",
	);
});

test("ScriptCat is told of once it was paired, and what to do where it only says Connecting", () => {
	const told = (scripts: OwnerStatus["scripts"]): string | undefined =>
		statusText({ ...status, scripts })
			.split("\n")
			.find((line) => line.startsWith("ScriptCat"));
	expect([told("unpaired"), told("connected")]).toEqual([undefined, "ScriptCat: connected"]);
	expect(told("away")).toContain("switch its External Access off and on");
	expect(statusText({ ...status, ports: { ...status.ports, scriptcat: 8643 } })).toContain("scriptcat 8643");
});
