import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { MonkError } from "../../errors/error.ts";
import { isWindows } from "../platform.ts";
import { CdpPipe } from "./cdp-pipe.ts";

export interface LaunchOptions {
	readonly browser: string;
	/** Chrome's user data folder; made when it is not there. */
	readonly profileDir: string;
	readonly headless: boolean;
	readonly extraFlags?: readonly string[];
}

export interface LaunchedBrowser {
	readonly pid: number;
	readonly cdp: CdpPipe;
	readonly product: string;
	/** Resolves once the process is gone. */
	readonly exited: Promise<void>;
	/** Asks it to close, and after 3 s ends it with all its children. Resolves once it is gone. */
	stop(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;

function flags({ profileDir, headless, extraFlags = [] }: LaunchOptions): string[] {
	return [
		/** CDP on fds 3 and 4: no port that others could reach, and the browser ends with its holder. */
		"--remote-debugging-pipe",
		/** Branded Chrome takes `Extensions.loadUnpacked` only with it. */
		"--enable-unsafe-extension-debugging",
		`--user-data-dir=${profileDir}`,
		"--no-first-run",
		"--no-default-browser-check",
		/** A browser started by a program calls nobody but the pages it is sent to. */
		"--disable-background-networking",
		"--disable-component-update",
		"--disable-sync",
		/** Without them a new profile asks for the system's keyring. */
		"--password-store=basic",
		"--use-mock-keychain",
		...(headless ? ["--headless=new", "--disable-gpu"] : []),
		/** Chrome's sandbox does not start as root; and as root we mostly are in a container with a small /dev/shm. */
		...(isRoot ? ["--no-sandbox", "--disable-dev-shm-usage"] : []),
		...extraFlags,
	];
}

/** Without developer mode a reload of an unpacked extension leaves it disabled. Only a new profile is written to. */
function seedPreferences(profileDir: string): void {
	const file = join(profileDir, "Default", "Preferences");
	if (existsSync(file)) return;
	mkdirSync(join(profileDir, "Default"), { recursive: true, mode: 0o700 });
	writeFileSync(file, JSON.stringify({ extensions: { ui: { developer_mode: true } } }), { mode: 0o600 });
}

/** The last lines that the browser wrote, for an error's reader. */
const lastWords = (log: string): string => readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n");

/**
 * Starts the browser and waits until it answers. What it says goes to `browser.log` in its folder.
 * Throws BROWSER_START_FAILED with its last words.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
	seedPreferences(options.profileDir);
	const log = join(options.profileDir, "browser.log");
	const logFile = openSync(log, "w", 0o600);
	/** A group of its own: a Ctrl-C at our terminal is not for it, and its children can be ended with it. */
	const child = spawn(options.browser, flags(options), {
		stdio: ["ignore", logFile, logFile, "pipe", "pipe"],
		detached: !isWindows,
	});
	closeSync(logFile);
	const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
	const cdp = new CdpPipe(child.stdio[4] as Readable, child.stdio[3] as Writable);
	const { pid } = child;
	if (pid === undefined) throw new MonkError("BROWSER_START_FAILED", `${options.browser} cannot be run`);
	try {
		const { product } = await cdp.send<{ product: string }>("Browser.getVersion");
		return { pid, cdp, product, exited, stop: () => stopBrowser(pid, cdp, exited) };
	} catch (cause) {
		await exited;
		throw new MonkError("BROWSER_START_FAILED", `${options.browser} ended at once: ${lastWords(log)}`, { cause });
	}
}

async function stopBrowser(pid: number, cdp: CdpPipe, exited: Promise<void>): Promise<void> {
	cdp.send("Browser.close").catch(() => undefined);
	const { promise: late, resolve } = Promise.withResolvers<"late">();
	const timer = setTimeout(() => resolve("late"), 3_000);
	await Promise.race([exited, late]);
	clearTimeout(timer);
	/** Also when it ended by itself: a child may outlive it for a moment and write into the profile. */
	endGroup(pid);
	await exited;
}

function endGroup(pid: number): void {
	try {
		process.kill(isWindows ? pid : -pid, "SIGKILL");
	} catch {
		// Gone by itself meanwhile.
	}
}
