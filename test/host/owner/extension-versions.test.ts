import { expect, test } from "bun:test";
import { compareVersions, versionProblem } from "../../../lib/host/owner/extension-versions.ts";
import { eventually } from "../../support/eventually.ts";
import { TestOwner } from "../../support/test-owner.ts";

test("versions compare by their numbers, part by part", () => {
	const rows = [
		["0.1.0", "0.1.0", 0],
		["0.9.0", "0.10.0", -1],
		["1.0", "1.0.0", 0],
		["1.0", "1.0.1", -1],
		["2.0.0", "1.9.9", 1],
		["1.0.1", "1.0", 1],
	] as const;
	for (const [one, other, order] of rows)
		expect([one, other, Math.sign(compareVersions(one, other))]).toEqual([one, other, order]);
});

test("a difference names both versions and the command that mends it", () => {
	expect(versionProblem("0.2.0", "work", "0.2.0")).toBeUndefined();
	expect(versionProblem("0.2.0", "work", "0.1.0")).toMatch(
		/^work runs extension 0.1.0 and monk is 0.2.0: .*monk ext pack/,
	);
	expect(versionProblem("0.2.0", "work", "0.3.0")).toMatch(/^work runs extension 0.3.0 and monk is 0.2.0: .*monk stop/);
});

test("status names both versions while such a browser is connected, and forgets it with the browser", async () => {
	await using monk = await TestOwner.start();
	const extension = await monk.extension({ label: "Work", extVersion: "0.0.9" });
	expect(monk.owner.status()).toMatchObject({
		version: "0.1.0",
		profiles: [{ slug: "work", extVersion: "0.0.9" }],
		problems: [expect.stringMatching(/^work runs extension 0\.0\.9 and monk is 0\.1\.0: run `monk ext pack`/)],
	});
	extension.close();
	await eventually(() => monk.owner.status().problems.length === 0);
});
