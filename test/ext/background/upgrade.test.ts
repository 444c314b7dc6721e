import { expect, test } from "bun:test";
import { type Builds, wantsReload } from "../../../ext/background/upgrade.ts";

const rows: readonly [what: string, builds: Builds, reloads: boolean][] = [
	["the same build lies there", { running: "1", inFolder: "1", reloadedFor: undefined }, false],
	["another build lies there", { running: "1", inFolder: "2", reloadedFor: undefined }, true],
	["an older monk was put back", { running: "2", inFolder: "1", reloadedFor: "2" }, true],
	["it runs what it reloaded for", { running: "2", inFolder: "2", reloadedFor: "2" }, false],
	["Chrome would not load that build", { running: "1", inFolder: "2", reloadedFor: "2" }, false],
	["yet another came after it", { running: "1", inFolder: "3", reloadedFor: "2" }, true],
	["the folder is gone or half written", { running: "1", inFolder: undefined, reloadedFor: undefined }, false],
];

for (const [what, builds, reloads] of rows)
	test(`${what}: the extension ${reloads ? "reloads itself" : "stays as it is"}`, () => {
		expect(wantsReload(builds)).toBe(reloads);
	});
