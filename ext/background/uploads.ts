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

/** Bytes on their way to a page. They live no longer than the worker; the call that they are for fails with it. */
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

/** The bytes of an upload, which are kept no longer; an empty file has no pieces. */
export function takeBytes(name: string): readonly (readonly string[])[] {
	const upload = uploads.get(name);
	clearTimeout(upload?.timer);
	uploads.delete(name);
	return upload?.files ?? [];
}
