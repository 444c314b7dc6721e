import { MonkError } from "../../lib/errors/error.ts";

/** Characters of base64 that are kept at once, over all uploads: 24 MiB of bytes twice. */
const MOST = 2 * 34 * 1024 * 1024;

/** Milliseconds after its last piece that an upload is kept. */
const KEPT_MS = 60_000;

interface Upload {
	/** By file: its bytes in base64, piece by piece. */
	readonly files: string[][];
	chars: number;
	timer: ReturnType<typeof setTimeout> | undefined;
}

/** Bytes on their way to a page. They live no longer than the worker. */
const uploads = new Map<string, Upload>();

const charsKept = (): number => [...uploads.values()].reduce((sum, { chars }) => sum + chars, 0);

/** Keeps a piece. Throws PAYLOAD_TOO_LARGE. */
export function keepBytes(name: string, file: number, data: string): void {
	if (charsKept() + data.length > MOST) throw new MonkError("PAYLOAD_TOO_LARGE", "too many bytes are on their way");
	const upload = uploads.get(name) ?? { files: [], chars: 0, timer: undefined };
	uploads.set(name, upload);
	clearTimeout(upload.timer);
	upload.timer = setTimeout(() => uploads.delete(name), KEPT_MS);
	upload.chars += data.length;
	while (upload.files.length <= file) upload.files.push([]);
	upload.files[file]?.push(data);
}

/** Bytes that a piece of base64 stands for. */
const bytesIn = (piece: string): number => (piece.length / 4) * 3 - (/=*$/.exec(piece)?.[0].length ?? 0);

/**
 * The bytes of an upload, file by file as long as they are to be, which are kept no longer. Undefined when they are not
 * all there: a worker that ends takes what it had with it.
 */
export function takeBytes(name: string, sizes: readonly number[]): readonly (readonly string[])[] | undefined {
	const upload = uploads.get(name);
	clearTimeout(upload?.timer);
	uploads.delete(name);
	const files = sizes.map((_, index): readonly string[] => upload?.files[index] ?? []);
	const isWhole = sizes.every(
		(size, index) => (files[index] ?? []).reduce((sum, piece) => sum + bytesIn(piece), 0) === size,
	);
	return isWhole ? files : undefined;
}
