import { expect, test } from "bun:test";
import { findBrowser, type Machine } from "../../../lib/host/managed-browser/find.ts";

const machine = (platform: NodeJS.Platform, env: Machine["env"], installed: readonly string[]): Machine => ({
	platform,
	env,
	isExecutable: (path) => installed.includes(path),
});

const codeOf = (run: () => unknown): unknown => {
	try {
		return run();
	} catch (error) {
		return error instanceof Error && "code" in error ? error.code : error;
	}
};

test("Chrome on PATH is taken before Chromium", () => {
	const both = ["/opt/bin/chromium", "/usr/bin/google-chrome"];
	expect(findBrowser(undefined, machine("linux", { PATH: "/opt/bin:/usr/bin" }, both))).toBe("/usr/bin/google-chrome");
});

test("Chromium is found without a PATH", () => {
	expect(findBrowser(undefined, machine("linux", {}, ["/usr/bin/chromium"]))).toBe("/usr/bin/chromium");
});

test("an app of the person's own is found on macOS", () => {
	const app = "/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium";
	expect(findBrowser(undefined, machine("darwin", { HOME: "/Users/ann" }, [app]))).toBe(app);
});

test("Chrome under Program Files is found on Windows", () => {
	const exe = "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe";
	expect(findBrowser(undefined, machine("win32", { PROGRAMFILES: "C:\\Program Files" }, [exe]))).toBe(exe);
});

test("a path that is named goes before the environment's, and that before what is installed", () => {
	const installed = ["/a/chrome", "/b/chrome", "/usr/bin/chromium"];
	const here = machine("linux", { MONK_BROWSER: "/b/chrome" }, installed);
	expect(findBrowser("/a/chrome", here)).toBe("/a/chrome");
	expect(findBrowser(undefined, here)).toBe("/b/chrome");
});

test("a browser that was named and is not there is never replaced by another", () => {
	const here = machine("linux", { MONK_BROWSER: "/gone" }, ["/usr/bin/chromium"]);
	expect(codeOf(() => findBrowser(undefined, here))).toBe("NO_BROWSER_FOUND");
	expect(codeOf(() => findBrowser("/also/gone", here))).toBe("NO_BROWSER_FOUND");
});

test("no browser at all is NO_BROWSER_FOUND", () => {
	expect(codeOf(() => findBrowser(undefined, machine("linux", { PATH: "/usr/bin" }, [])))).toBe("NO_BROWSER_FOUND");
});
