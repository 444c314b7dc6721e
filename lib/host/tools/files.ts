import { open, stat } from "node:fs/promises";
import { basename, isAbsolute } from "node:path";
import { uploadBytes } from "../../catalog/files.ts";
import { MonkError } from "../../errors/error.ts";

/** Bytes of a piece: a mebibyte once it is written in base64. */
const PIECE = 768 * 1024;

/** A file as a page is told of it. */
export interface NamedFile {
	readonly path: string;
	readonly name: string;
	/** MIME type, by the name; empty where that tells none. */
	readonly type: string;
	/** Bytes. */
	readonly size: number;
	readonly lastModified: number;
}

const invalid = (path: string, why: string): MonkError =>
	new MonkError("INVALID_ARGUMENT", `paths: ${JSON.stringify(path)} ${why}`, { hint: "Name files that are there." });

function typeOf(path: string): string {
	const [type = ""] = Bun.file(path).type.split(";");
	return type === "application/octet-stream" ? "" : type;
}

/**
 * Looks at the files before anything is done with them.
 *
 * @throws MonkError INVALID_ARGUMENT for one that is not there, PAYLOAD_TOO_LARGE for more than 24 MiB in all
 */
export async function namedFiles(paths: readonly string[]): Promise<readonly NamedFile[]> {
	let size = 0;
	const files: NamedFile[] = [];
	for (const path of paths) {
		if (!isAbsolute(path)) throw invalid(path, "is relative, and this client did not say to what");
		const facts = await stat(path).catch(() => undefined);
		if (facts === undefined) throw invalid(path, "is not there");
		if (!facts.isFile()) throw invalid(path, "is no file");
		size += facts.size;
		const lastModified = Math.round(facts.mtimeMs);
		files.push({ path, name: basename(path), type: typeOf(path), size: facts.size, lastModified });
	}
	if (size <= uploadBytes) return files;
	throw new MonkError("PAYLOAD_TOO_LARGE", `paths: ${size} bytes in all, and ${uploadBytes} is the most`);
}

/** The bytes of a file, piece by piece, in base64. Throws INVALID_ARGUMENT when it cannot be read. */
export async function* piecesOf(path: string): AsyncGenerator<string, void> {
	const file = await open(path).catch((thrown: unknown) => {
		throw invalid(
			path,
			`cannot be read: ${thrown instanceof Error && "code" in thrown ? thrown.code : "no reason given"}`,
		);
	});
	try {
		for (;;) {
			const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE), 0, PIECE);
			if (bytesRead === 0) return;
			yield buffer.toString("base64", 0, bytesRead);
		}
	} finally {
		await file.close();
	}
}
