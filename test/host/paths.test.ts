import { expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeFrom, makeFolders, pathsIn, portsFrom } from "../../lib/host/paths.ts";

const config = { ports: { control: 3, link: 4 }, linkOrigins: [] };
const none = { ports: {}, linkOrigins: [] };

test("a flag comes before the environment, that before the config, that before the default", () => {
	const env = { MONK_CONTROL_PORT: "2", MONK_LINK_PORT: "2" };
	expect(portsFrom({ control: "1" }, env, config)).toEqual({ control: 1, link: 2 });
	expect(portsFrom({}, { MONK_LINK_PORT: "" }, config)).toEqual({ control: 3, link: 4 });
	expect(portsFrom({}, {}, none)).toEqual({ control: 9219, link: 9220 });
});

test("what is no port is refused, naming where it came from", () => {
	for (const text of ["", "x", "-1", "65536", "1e3", "80.5"])
		expect(() => portsFrom({ link: text }, {}, none)).toThrow(/--link-port must be a port number/);
	expect(() => portsFrom({}, { MONK_CONTROL_PORT: "x" }, none)).toThrow(/MONK_CONTROL_PORT must be/);
});

test("MONK_HOME moves the state", () => {
	expect(homeFrom({ MONK_HOME: "/elsewhere" })).toBe("/elsewhere");
	expect(homeFrom({})).toEndWith(".monkbrowse");
});

test("a folder in which others could put files in the place of monk's is refused, with how to close it", () => {
	const home = mkdtempSync(join(tmpdir(), "monk-paths-"));
	for (const mode of [0o777, 0o770, 0o1777]) {
		chmodSync(home, mode);
		expect(() => makeFolders(pathsIn(home))).toThrow("could be changed by other users");
	}
	for (const mode of [0o755, 0o700]) {
		chmodSync(home, mode);
		expect(() => makeFolders(pathsIn(home))).not.toThrow();
	}
	rmSync(home, { recursive: true });
});
