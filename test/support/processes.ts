import { readdirSync, readFileSync } from "node:fs";

/** Command lines of other processes that name a folder. Seen on Linux only; elsewhere the list is empty. */
export function processesNaming(folder: string): string[] {
	if (process.platform !== "linux") return [];
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
		.map(commandLine)
		.filter((line) => line.includes(folder));
}

function commandLine(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
	} catch {
		/** It ended while we looked. */
		return "";
	}
}
