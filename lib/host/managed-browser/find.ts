import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { MonkError } from "../../errors/error.ts";

/** What the search may ask of the machine; tests answer for other systems. */
export interface Machine {
	readonly platform: NodeJS.Platform;
	readonly env: Readonly<Record<string, string | undefined>>;
	isExecutable(path: string): boolean;
}

export const thisMachine: Machine = {
	platform: process.platform,
	env: process.env,
	isExecutable(path) {
		try {
			accessSync(path, constants.X_OK);
			return true;
		} catch {
			return false;
		}
	},
};

/** Programs looked for on PATH: Chrome before Chromium, stable before the rest. */
const commands = [
	"google-chrome-stable",
	"google-chrome",
	"chrome",
	"chromium",
	"chromium-browser",
	"google-chrome-beta",
	"google-chrome-unstable",
];

const macApps = ["Google Chrome", "Chromium", "Google Chrome Beta", "Google Chrome Canary"];
const windowsPaths = [
	"Google\\Chrome\\Application\\chrome.exe",
	"Chromium\\Application\\chrome.exe",
	"Google\\Chrome Beta\\Application\\chrome.exe",
	"Google\\Chrome SxS\\Application\\chrome.exe",
];

/** Where a browser may be on this system, best first. */
function candidates({ platform, env }: Machine): string[] {
	if (platform === "darwin") {
		const folders = ["/Applications", `${env.HOME}/Applications`];
		return folders.flatMap((folder) => macApps.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`));
	}
	if (platform === "win32") {
		const folders = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter(
			(folder) => folder !== undefined,
		);
		return folders.flatMap((folder) => windowsPaths.map((path) => `${folder}\\${path}`));
	}
	const folders = [...(env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"].filter(Boolean);
	return [...commands.flatMap((name) => folders.map((folder) => join(folder, name))), "/opt/google/chrome/chrome"];
}

/**
 * The browser to start: the one named (`--browser`, else MONK_BROWSER), else the first installed.
 * Throws NO_BROWSER_FOUND; one that was named and is not there is never replaced by another.
 */
export function findBrowser(named?: string, machine: Machine = thisMachine): string {
	const wanted = named ?? machine.env.MONK_BROWSER;
	if (wanted !== undefined && wanted !== "") {
		if (machine.isExecutable(wanted)) return wanted;
		throw new MonkError("NO_BROWSER_FOUND", `no program can be run at ${wanted}`);
	}
	const found = candidates(machine).find((path) => machine.isExecutable(path));
	if (found === undefined) throw new MonkError("NO_BROWSER_FOUND", "neither Chrome nor Chromium was found");
	return found;
}
