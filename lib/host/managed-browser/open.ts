import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fromWireError, MonkError } from "../../errors/error.ts";
import { writeExtension } from "../extension-folder.ts";
import { selfCommand } from "../self-command.ts";
import { findBrowser } from "./find.ts";
import { extensionFolder, type HoldReport } from "./hold.ts";
import { runningLease } from "./lease.ts";

/** What the extension reads once at its start instead of a code that a person types. */
export interface PairFile {
	readonly instanceId: string;
	/** The session key, lower-case hex: a secret. */
	readonly key: string;
	readonly linkPort: number;
	readonly label: string;
	/** The browser is monk's own, so all its tabs are shared. */
	readonly shareAll: true;
}

export interface OpenOptions {
	/** The managed browser's folder; made 0700 when it is not there. */
	readonly folder: string;
	readonly headless: boolean;
	/** A browser's path; found when left out. */
	readonly browser?: string;
	/** The page to show first; an empty one when left out. */
	readonly url?: string;
	/** Left out for a profile that joined before. */
	readonly pair?: PairFile;
}

export interface OpenedBrowser {
	/** The holder's. */
	readonly pid: number;
	readonly browserPid: number;
	/** Such as `Chrome/156.0.8078.114`. */
	readonly product: string;
	/** Chrome's word for why the first page could not be shown, when it told within a few seconds. */
	readonly pageFault?: string;
	/** Deletes the key file: call it once the profile has joined, and also when it never did. */
	forgetKey(): void;
}

/** Milliseconds for a browser to start, with a new profile on a slow machine. */
const startTimeout = 45_000;

function refuseSecond(folder: string): void {
	const running = runningLease(folder);
	if (running === undefined) return;
	throw new MonkError("CONFLICT", `a browser runs with this profile already (process ${running.browserPid})`, {
		hint: "Use that one, end it with `monk stop`, or name another profile with `--label`.",
	});
}

/**
 * Starts a browser of monk's own with the extension loaded, held by a process that outlives this one.
 * Throws NO_BROWSER_FOUND, BROWSER_START_FAILED, or CONFLICT when one runs in the folder already; then nothing more
 * is left running and no key on disk.
 */
export async function openManagedBrowser(options: OpenOptions): Promise<OpenedBrowser> {
	const browser = findBrowser(options.browser);
	const { folder, pair } = options;
	refuseSecond(folder);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	await writeExtension(extensionFolder(folder));
	const keyFile = join(extensionFolder(folder), "pair.json");
	const forgetKey = (): void => rmSync(keyFile, { force: true });
	forgetKey();
	if (pair !== undefined) writeFileSync(keyFile, JSON.stringify(pair), { mode: 0o600 });
	try {
		const { state: _, ...opened } = await startHolder(browser, options);
		return { ...opened, forgetKey };
	} catch (error) {
		forgetKey();
		throw error;
	}
}

type Ready = Extract<HoldReport, { state: "ready" }>;

async function startHolder(
	browser: string,
	{ folder, headless, url = "about:blank", pair }: OpenOptions,
): Promise<Ready> {
	const [program, ...first] = selfCommand;
	const args = [...first, "hold-browser", "--browser", browser, "--folder", folder];
	if (pair !== undefined) args.push("--instance", pair.instanceId);
	if (headless) args.push("--headless");
	const child = spawn(program, args, {
		detached: true,
		stdio: ["pipe", "pipe", "ignore"],
		windowsHide: true,
	});
	// Not among the words of the command, which every user of the machine can read for the browser's life.
	child.stdin.end(url);
	const timer = setTimeout(() => child.kill("SIGKILL"), startTimeout);
	try {
		const report = await firstReport(child.stdout);
		if (report.state === "failed") throw fromWireError(report.error);
		return report;
	} finally {
		clearTimeout(timer);
		child.stdout.destroy();
		child.unref();
	}
}

async function firstReport(stdout: Readable): Promise<HoldReport> {
	let text = "";
	for await (const piece of stdout) {
		text += String(piece);
		const end = text.indexOf("\n");
		if (end >= 0) return JSON.parse(text.slice(0, end)) as HoldReport;
	}
	throw new MonkError("BROWSER_START_FAILED", "the browser's holder ended without a word");
}
