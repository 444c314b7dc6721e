import { type FileHandle, open, stat } from "node:fs/promises";
import type { AuditEvent } from "./audit.ts";
import { auditLimits, rotated } from "./audit.ts";

/** A line of the log. One that broke off, as when the disk was full, is told and not hidden. */
export type AuditLine =
	| { readonly kind: "event"; readonly at: number; readonly event: AuditEvent["event"]; readonly facts: Facts }
	| { readonly kind: "unreadable" };

/** The rest of an event's members, as they stand in the file. */
export type Facts = Readonly<Record<string, unknown>>;

/** Milliseconds between looks at a log that is followed. */
const lookMs = 150;
const chunkBytes = 64 * 1024;

export function readLine(text: string): AuditLine {
	try {
		const { at, event, ...facts } = JSON.parse(text);
		const time = Date.parse(at);
		if (typeof event !== "string" || Number.isNaN(time)) return { kind: "unreadable" };
		return { kind: "event", at: time, event: event as AuditEvent["event"], facts };
	} catch {
		return { kind: "unreadable" };
	}
}

const openIfThere = (path: string): Promise<FileHandle | undefined> => open(path, "r").catch(() => undefined);

/** Gives whole lines and keeps what has no line end yet. */
class LineReader {
	readonly #decoder = new TextDecoder();
	readonly #buffer = Buffer.alloc(chunkBytes);
	#rest = "";

	constructor(readonly file: FileHandle) {}

	async *lines(): AsyncGenerator<string> {
		for (;;) {
			const { bytesRead } = await this.file.read(this.#buffer, 0, chunkBytes);
			if (bytesRead === 0) return;
			const parts = (this.#rest + this.#decoder.decode(this.#buffer.subarray(0, bytesRead), { stream: true })).split(
				"\n",
			);
			this.#rest = parts.pop() ?? "";
			yield* parts.filter((line) => line !== "");
		}
	}

	/** What was never ended. */
	get rest(): readonly string[] {
		return this.#rest === "" ? [] : [this.#rest];
	}
}

async function* wholeFile(path: string): AsyncGenerator<string> {
	const file = await openIfThere(path);
	if (file === undefined) return;
	try {
		const reader = new LineReader(file);
		yield* reader.lines();
		yield* reader.rest;
	} finally {
		await file.close();
	}
}

const isSameFile = async (file: FileHandle, path: string): Promise<boolean> => {
	const [opened, now] = await Promise.all([file.stat(), stat(path).catch(() => undefined)]);
	return now !== undefined && now.ino === opened.ino;
};

const pause = (signal: AbortSignal): Promise<void> =>
	new Promise((resolve) => {
		const timer = setTimeout(done, lookMs);
		signal.addEventListener("abort", done, { once: true });
		function done(): void {
			clearTimeout(timer);
			signal.removeEventListener("abort", done);
			resolve();
		}
	});

/** The growing file, and those that take its place, until `signal` fires. */
async function* growingFile(path: string, signal: AbortSignal): AsyncGenerator<string> {
	while (!signal.aborted) {
		const file = await openIfThere(path);
		if (file === undefined) {
			await pause(signal);
			continue;
		}
		try {
			const reader = new LineReader(file);
			for (let isCurrent = true; isCurrent && !signal.aborted; ) {
				isCurrent = await isSameFile(file, path);
				yield* reader.lines();
				if (isCurrent) await pause(signal);
			}
			yield* reader.rest;
		} finally {
			await file.close();
		}
	}
}

/**
 * Reads the log, oldest line first, the files that were put aside included.
 *
 * @param follow goes on with what is written from now on, until this fires
 */
export async function* readAudit(path: string, follow?: AbortSignal): AsyncGenerator<AuditLine> {
	for (let index = auditLimits.keptFiles; index >= 1; index--)
		for await (const line of wholeFile(rotated(path, index))) yield readLine(line);
	for await (const line of follow === undefined ? wholeFile(path) : growingFile(path, follow)) yield readLine(line);
}
