/**
 * The one thing that the tests need from the machine: a browser. On Debian and its kin, as root, it is installed;
 * elsewhere the reader is told what to install.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { findBrowser, type Machine, thisMachine } from "../../lib/host/managed-browser/find.ts";

export type BrowserPlan =
	| { readonly kind: "found"; readonly path: string }
	| { readonly kind: "install" }
	| { readonly kind: "ask"; readonly advice: string };

/** `osRelease` is the text of /etc/os-release, empty where there is none. */
export function planBrowser(machine: Machine, osRelease: string, isRoot: boolean): BrowserPlan {
	try {
		return { kind: "found", path: findBrowser(undefined, machine) };
	} catch {
		const isDebianLike = /^ID(?:_LIKE)?=.*\bdebian\b/m.test(osRelease);
		if (isDebianLike && isRoot) return { kind: "install" };
		return { kind: "ask", advice: advice(machine.platform, isDebianLike) };
	}
}

function advice(platform: NodeJS.Platform, isDebianLike: boolean): string {
	if (isDebianLike) return "run `sudo apt-get install chromium`";
	if (platform === "linux") return "install your system's `chromium` package, or Google Chrome";
	return "install Google Chrome";
}

const readOsRelease = (): string => (existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "");

function install(): void {
	console.log("No browser was found. Installing Debian's chromium with apt-get …");
	const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
	for (const args of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]]) {
		spawnSync("apt-get", ["--quiet", ...args], { stdio: ["ignore", "ignore", "inherit"], env });
	}
}

/** Makes sure that there is a browser and gives its path; where it cannot, it says what to do and exits with 3. */
export function ensureChromium(): string {
	const isRoot = process.getuid?.() === 0;
	const first = planBrowser(thisMachine, readOsRelease(), isRoot);
	if (first.kind === "install") install();
	const plan = first.kind === "install" ? planBrowser(thisMachine, readOsRelease(), false) : first;
	if (plan.kind === "found") return plan.path;
	console.error(`No browser: ${plan.kind === "ask" ? plan.advice : ""}, or set MONK_BROWSER to a browser's path.`);
	process.exit(3);
}
