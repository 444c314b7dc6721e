import { readdir, readFile, readlink } from "node:fs/promises";
import { MonkError } from "../../errors/error.ts";

/** States of Linux's /proc/net/tcp; 0A is LISTEN (linux/tcp_states.h). */
const listening = "0A";

const tables = ["/proc/net/tcp", "/proc/net/tcp6"];

async function listeningInode(port: number, isIPv6: boolean): Promise<string | undefined> {
	const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
	// The other family comes second: a socket for any address takes both.
	for (const table of isIPv6 ? tables.toReversed() : tables) {
		const lines = (await readFile(table, "utf8").catch(() => "")).split("\n").slice(1);
		for (const line of lines) {
			const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
			if (state === listening && local?.endsWith(wanted)) return inode;
		}
	}
	return undefined;
}

async function holds(pid: string, inode: string): Promise<boolean> {
	const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
	for (const descriptor of descriptors) {
		const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => "");
		if (target === `socket:[${inode}]`) return true;
	}
	return false;
}

/**
 * Says who listens on a port of this machine, as far as the system tells us: on Linux, our own processes by name and
 * number. Elsewhere, and for other users' processes, only that it is another program. Nothing is ever ended.
 */
export async function describeHolder(port: number, address = "127.0.0.1"): Promise<string> {
	const unknown = "another program";
	const inode = await listeningInode(port, address.includes(":"));
	if (inode === undefined) return unknown;
	const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
	for (const pid of pids) {
		if (!(await holds(pid, inode))) continue;
		const name = (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim();
		return name ? `${name} (process ${pid})` : `process ${pid}`;
	}
	return "a program of another user";
}

/** A port that monk would open, as a person would say what it is for: "control", "link" or "HTTP". */
export interface WantedPort {
	readonly name: string;
	readonly port: number;
	/** Which flag or variable chooses another port. */
	readonly flag: string;
	/** 127.0.0.1 when left out. */
	readonly hostname?: string | undefined;
}

/** PORT_TAKEN, naming who holds the port as far as that can be known. */
export async function portTaken({ name, port, flag, hostname }: WantedPort): Promise<MonkError> {
	const holder = await describeHolder(port, hostname);
	const where = hostname === undefined ? "" : ` on ${hostname}`;
	return new MonkError("PORT_TAKEN", `the ${name} port ${port}${where} is held by ${holder}`, {
		hint: `Stop what holds the port, or choose another with ${flag}.`,
		data: { port },
	});
}
