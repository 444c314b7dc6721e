import { readdirSync, readFileSync } from "node:fs";

interface Seen {
	readonly commandLine: string;
	readonly environment: string;
}

const read = (pid: string, file: string): string => {
	try {
		return readFileSync(`/proc/${pid}/${file}`, "utf8").replaceAll("\0", " ").trim();
	} catch {
		/** It ended while we looked, or is another user's. */
		return "";
	}
};

/**
 * Command lines of other processes that have a folder in their arguments or their environment, as all that were
 * started for a test have. Seen on Linux only; elsewhere the list is empty.
 */
export function processesOf(folder: string): string[] {
	if (process.platform !== "linux") return [];
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
		.map((pid): Seen => ({ commandLine: read(pid, "cmdline"), environment: read(pid, "environ") }))
		.filter(({ commandLine, environment }) => `${commandLine} ${environment}`.includes(folder))
		.map(({ commandLine }) => commandLine);
}
