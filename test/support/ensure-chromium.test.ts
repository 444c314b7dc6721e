import { expect, test } from "bun:test";
import type { Machine } from "../../lib/host/managed-browser/find.ts";
import { planBrowser } from "./ensure-chromium.ts";

const machine = (platform: NodeJS.Platform, ...installed: string[]): Machine => ({
	platform,
	env: { PATH: "/usr/bin" },
	isExecutable: (path) => installed.includes(path),
});

const debian = 'PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n';
const mint = 'ID=linuxmint\nID_LIKE="ubuntu debian"\n';
const fedora = "ID=fedora\n";

test("a browser that is there is used, whatever the system", () => {
	for (const release of [debian, fedora, ""]) {
		expect(planBrowser(machine("linux", "/usr/bin/chromium"), release, true)).toEqual({
			kind: "found",
			path: "/usr/bin/chromium",
		});
	}
});

test("only root on Debian and its kin installs one", () => {
	expect(planBrowser(machine("linux"), debian, true).kind).toBe("install");
	expect(planBrowser(machine("linux"), mint, true).kind).toBe("install");
	expect(planBrowser(machine("linux"), fedora, true).kind).toBe("ask");
	expect(planBrowser(machine("darwin"), "", true).kind).toBe("ask");
});

test("everybody else is told what to install", () => {
	expect(planBrowser(machine("linux"), debian, false)).toMatchObject({ advice: expect.stringContaining("apt-get") });
	expect(planBrowser(machine("win32"), "", false)).toMatchObject({ advice: "install Google Chrome" });
});
