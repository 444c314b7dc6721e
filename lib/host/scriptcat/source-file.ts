import { readFile, stat } from "node:fs/promises";
import { MAX_SOURCE_BYTES } from "../../catalog/script-limits.ts";
import { MonkError } from "../../errors/error.ts";
import { sourceTooLong } from "./source-size.ts";

const unreadable = (path: string, why: string): MonkError =>
	new MonkError("INVALID_ARGUMENT", `${path} ${why}`, {
		hint: "Give the path of a text file, or - for standard input.",
	});

async function bytesOf(path: string): Promise<Uint8Array> {
	if (path === "-") return Bun.stdin.bytes();
	const facts = await stat(path).catch(() => undefined);
	if (facts === undefined) throw unreadable(path, "is not there");
	if (!facts.isFile()) throw unreadable(path, "is no file");
	if (facts.size > MAX_SOURCE_BYTES) throw sourceTooLong(path);
	return readFile(path).catch(() => Promise.reject(unreadable(path, "cannot be read")));
}

/**
 * A file's text, or standard input's for `-`, to the byte: a mark at its beginning stays, and so do its line ends.
 *
 * @throws MonkError INVALID_ARGUMENT for what is no text file, PAYLOAD_TOO_LARGE
 */
export async function readTextFile(path: string): Promise<string> {
	const bytes = await bytesOf(path);
	if (bytes.length > MAX_SOURCE_BYTES) throw sourceTooLong(path);
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw unreadable(path, "is no text in UTF-8");
	}
}
