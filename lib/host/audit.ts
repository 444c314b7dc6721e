import { closeSync, fstatSync, lstatSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { userInfo } from "node:os";
import type { ErrorCode } from "../errors/codes.ts";
import type { SessionAudit } from "../session/owner-session.ts";
import type { PeerFault } from "../wire/fault.ts";
import { asideName } from "./json-file.ts";
import { hasModes } from "./platform.ts";

/**
 * What is worth knowing afterwards. No member has room for a token, a key, a code, typed text or an address's
 * query: a page is named by its origin alone.
 */
export type AuditEvent =
	| { readonly event: "owner-started"; readonly version: string; readonly pid: number }
	| { readonly event: "owner-stopped"; readonly reason: string }
	| {
			readonly event: "upgrade-refused";
			readonly port: "control" | "link" | "legacy" | "scriptcat" | "http";
			readonly why: string;
	  }
	| { readonly event: "client-accepted"; readonly client: string; readonly version: string }
	| { readonly event: "client-refused"; readonly why: string }
	| { readonly event: "pairing-opened" | "pairing-cancelled" | "pairing-expired" | "pairing-failed" }
	| { readonly event: "enrolled"; readonly label: string }
	| { readonly event: "session"; readonly link: "monk" | "scriptcat"; readonly session: SessionAudit }
	| { readonly event: "profile-connected" | "profile-disconnected" | "profile-forgotten"; readonly profile: string }
	| { readonly event: "script-manager-connected" }
	| { readonly event: "script-manager-disconnected"; readonly code: number }
	/** What was wrong with a message of a script manager that had proved itself; the connection ended with it. */
	| { readonly event: "script-manager-fault"; readonly why: PeerFault["kind"] | "out-of-order" }
	/** An answer to a call that had ended already. */
	| {
			readonly event: "late-answer";
			readonly tool: string;
			readonly outcome: "result" | "error";
			readonly after: "answered" | "cancelled" | "expired" | "unknown";
	  }
	| {
			readonly event: "call";
			readonly client: string;
			readonly tool: string;
			readonly profile?: string;
			readonly tab?: number;
			readonly origin?: string;
			readonly outcome: "ok" | ErrorCode;
			readonly ms: number;
	  };

/** One file's size before it is put aside, and how many of those are kept. */
export const auditLimits = { maxBytes: 5 * 1024 * 1024, keptFiles: 3 } as const;

/** Where a full file is put: 1 is the newest. */
export const rotated = (path: string, index: number): string => path.replace(/(\.jsonl)?$/, `.${index}.jsonl`);

/**
 * The log of security events and calls, one JSON object a line. Lines are written at once and in order, so that
 * what happened just before a crash is there.
 */
export class AuditLog {
	readonly #path: string;
	readonly #now: () => number;
	readonly #maxBytes: number;
	#open: OpenLog | undefined;
	/** What was kept aside at the start, and why. */
	readonly kept: string | undefined;
	#problem: string | undefined;

	constructor(path: string, now: () => number, maxBytes: number = auditLimits.maxBytes) {
		this.#path = path;
		this.#now = now;
		this.#maxBytes = maxBytes;
		this.kept = keepUntrustedAside(path, now());
		this.#open = openLog(path);
	}

	/** Why the last line could not be written, if so: a full disk stops no call, but is told by `monk status`. */
	get problem(): string | undefined {
		return this.#problem;
	}

	/** Never throws. */
	write(event: AuditEvent): void {
		try {
			this.#append(event);
			this.#problem = undefined;
		} catch (thrown) {
			const reason = thrown instanceof Error ? thrown.message : String(thrown);
			this.#problem = `${this.#path} could not be written: ${reason}`;
		}
	}

	#append(event: AuditEvent): void {
		const line = Buffer.from(`${JSON.stringify({ at: new Date(this.#now()).toISOString(), ...event })}\n`);
		if (this.#open === undefined) return;
		if (this.#open.size > 0 && this.#open.size + line.length > this.#maxBytes) this.#open = this.#rotate(this.#open);
		this.#open.size += writeSync(this.#open.fd, line);
	}

	/** What is written later is dropped: the number of the file may be another's by then. */
	close(): void {
		if (this.#open === undefined) return;
		closeSync(this.#open.fd);
		this.#open = undefined;
	}

	#rotate(open: OpenLog): OpenLog {
		closeSync(open.fd);
		for (let index = auditLimits.keptFiles - 1; index >= 1; index--)
			moveIfThere(rotated(this.#path, index), rotated(this.#path, index + 1));
		moveIfThere(this.#path, rotated(this.#path, 1));
		return openLog(this.#path);
	}
}

interface OpenLog {
	readonly fd: number;
	size: number;
}

/** Why a log that lies there is not to be gone on with. */
function objection(path: string): string | undefined {
	const facts = lstatSync(path, { throwIfNoEntry: false });
	if (facts === undefined) return undefined;
	if (!facts.isFile()) return "is not an ordinary file";
	if (hasModes && facts.uid !== userInfo().uid) return "belongs to another user";
	return hasModes && (facts.mode & 0o077) !== 0 ? "was open to other users" : undefined;
}

function keepUntrustedAside(path: string, now: number): string | undefined {
	const why = objection(path);
	if (why === undefined) return undefined;
	const aside = asideName(path, now);
	renameSync(path, aside);
	return `${path} ${why}; it was kept as ${aside}`;
}

function endsWithinLine(fd: number, size: number): boolean {
	const last = Buffer.alloc(1);
	return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last.toString() !== "\n";
}

/** A line that broke off, as when the machine stopped, is ended, so that the next one can be read. */
function openLog(path: string): OpenLog {
	const fd = openSync(path, "a+", 0o600);
	const { size } = fstatSync(fd);
	return { fd, size: endsWithinLine(fd, size) ? size + writeSync(fd, "\n") : size };
}

function moveIfThere(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (thrown) {
		if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT")) throw thrown;
	}
}
