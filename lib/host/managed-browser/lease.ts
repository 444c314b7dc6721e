/**
 * `holder.json` in a managed browser's folder: who holds the browser, and the means to end it. Renaming the file to
 * `holder.ending` asks the holder to end; it deletes that file once the browser is gone. So nobody has to signal a
 * process by a number that may have become another's, and it works the same on Windows.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface LeaseFacts {
	readonly pid: number;
	readonly browserPid: number;
	/** Under which its extension is enrolled, so that a later command finds the profile. */
	readonly instanceId?: string;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
}

const heldFile = (folder: string): string => join(folder, "holder.json");
const endingFile = (folder: string): string => join(folder, "holder.ending");

export interface Lease {
	/** Resolves when someone asks the holder to end. */
	readonly asked: Promise<void>;
	/** Says that all is over. */
	drop(): void;
}

/** Takes over whatever an earlier holder left: that two browsers share a folder is prevented by Chrome's own lock. */
export function takeLease(folder: string, facts: LeaseFacts): Lease {
	rmSync(endingFile(folder), { force: true });
	writeFileSync(heldFile(folder), JSON.stringify(facts), { mode: 0o600 });
	const { promise, resolve } = Promise.withResolvers<void>();
	const watcher = watch(folder, () => existsSync(heldFile(folder)) || resolve());
	return {
		asked: promise,
		drop() {
			watcher.close();
			rmSync(heldFile(folder), { force: true });
			rmSync(endingFile(folder), { force: true });
		},
	};
}

/** What the holder of a folder's browser wrote, or undefined when there is none. */
export function readLease(folder: string): LeaseFacts | undefined {
	try {
		return JSON.parse(readFileSync(heldFile(folder), "utf8")) as LeaseFacts;
	} catch {
		return undefined;
	}
}

/** A process that has ended and was not collected yet is dead, though it can still be signalled. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
	} catch {
		return false;
	}
}

/** The holder that runs in a folder now; undefined when there is none, or one that died without a word. */
export function runningLease(folder: string): LeaseFacts | undefined {
	const facts = readLease(folder);
	return facts !== undefined && isAlive(facts.pid) && isAlive(facts.browserPid) ? facts : undefined;
}

/** Milliseconds until a holder that does not answer is given up: its browser has 3 s to close by itself. */
const patience = 6_000;

/** Ends the browser that is held in a folder and waits until it is gone. False when there was none. */
export async function endHeldBrowser(folder: string): Promise<boolean> {
	const facts = readLease(folder);
	if (facts === undefined) return false;
	renameSync(heldFile(folder), endingFile(folder));
	const deadline = Date.now() + patience;
	while (isAlive(facts.pid) && existsSync(endingFile(folder)) && Date.now() < deadline) await Bun.sleep(20);
	const ended = !existsSync(endingFile(folder));
	rmSync(endingFile(folder), { force: true });
	return ended;
}

/** Ends every managed browser under a folder of profiles. Returns how many there were. */
export async function endHeldBrowsers(profiles: string): Promise<number> {
	if (!existsSync(profiles)) return 0;
	const ends = readdirSync(profiles).map((name) => endHeldBrowser(join(profiles, name)));
	return (await Promise.all(ends)).filter(Boolean).length;
}
