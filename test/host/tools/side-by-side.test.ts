import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ToolResult } from "../../../lib/catalog/control.ts";
import { eventually } from "../../support/eventually.ts";
import { tab } from "../../support/scripted-extension.ts";
import { codeOf, TestOwner, textOf } from "../../support/test-owner.ts";

let monk: TestOwner;

beforeAll(async () => {
	monk = await TestOwner.start();
	await monk.extension({ label: "Work" });
	await monk.extension({ label: "Home", tabs: [tab(1), tab(2, { active: true })] });
	const gone = await monk.extension({ label: "Gone" });
	gone.close();
	await eventually(() => monk.owner.status().profiles.filter(({ state }) => state === "connected").length === 2);
});

afterAll(async () => monk?.[Symbol.asyncDispose]());

const profilesOf = ({ structuredContent }: ToolResult) =>
	(structuredContent as { profiles: Record<string, unknown>[] }).profiles;

test("a read of several profiles gives their results side by side, each under its name, an error where one failed", async () => {
	const result = await monk.call("browser_evaluate", { profile: ["work"], expression: "1" });
	expect(codeOf(result)).toBe("INVALID_ARGUMENT");
	const read = await monk.call("browser_snapshot", { profile: ["wo", "home", "gone", "nobody"], tab: 1 });
	expect(read.isError).toBeUndefined();
	expect(profilesOf(read)).toEqual([
		{ profile: "work" },
		{ profile: "home" },
		{ profile: "gone", isError: true, code: "BROWSER_OFFLINE", message: "gone is offline", hint: expect.any(String) },
		{
			profile: "nobody",
			isError: true,
			code: "PROFILE_NOT_FOUND",
			message: expect.any(String),
			hint: expect.any(String),
		},
	]);
	const parts = textOf(read).split("## Profile ");
	expect(parts.map((part) => part.split("\n")[0])).toEqual(["", "work", "home", "gone", "nobody"]);
	expect(parts[1]).toContain("- Profile: work");
	expect(parts[2]).toContain("- Profile: home");
	expect(parts[3]).toContain("BROWSER_OFFLINE: gone is offline");
});

test("a profile that is named twice is read once", async () => {
	const read = await monk.call("browser_snapshot", { profile: ["work", "wor", "work"] });
	expect(profilesOf(read).map(({ profile }) => profile)).toEqual(["work"]);
});

test("when all of them fail the whole is an error, with the first one's code", async () => {
	const read = await monk.call("browser_snapshot", { profile: ["gone", "nobody"] });
	expect(read.isError).toBe(true);
	expect(codeOf(read)).toBe("BROWSER_OFFLINE");
});

for (const [what, args] of [
	["an empty list", { profile: [] }],
	["a list of other things", { profile: ["work", 7] }],
	["a file for several", { profile: ["work", "home"], file: "x.txt" }],
] as const)
	test(`${what} is refused`, async () => {
		expect(codeOf(await monk.call("browser_snapshot", { ...args }))).toBe("INVALID_ARGUMENT");
	});

test("which profile a client used last is not changed by a list", async () => {
	const client = await monk.client();
	const call = (args: Record<string, unknown>) => client.request("call_tool", { name: "browser_snapshot", args });
	await call({ profile: "work" });
	await call({ profile: ["home", "work"], tab: 1 });
	await call({ profile: ["work", "home"], tab: 1 });
	expect(textOf(await call({}))).toContain("- Profile: work");
});
