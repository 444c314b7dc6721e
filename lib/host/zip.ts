/**
 * A ZIP archive (PKWARE APPNOTE 6.3.10) without compression: the same files give the same bytes on every machine and
 * with every version of every compressor.
 */
const encoder = new TextEncoder();

/** 1 January 1980, 00:00, the format's first moment (section 4.4.6): when a file was built says nothing. */
const noTime = 0;
const noDate = (1 << 5) | 1;

const version = 20;
/** Bit 11: names are UTF-8 (section 4.4.4). */
const utf8Names = 0x0800;
const stored = 0;

/** Little-endian fields: each a value and how many bytes it takes. */
function fields(...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
	const view = new DataView(new ArrayBuffer(values.reduce((sum, [, bytes]) => sum + bytes, 0)));
	let at = 0;
	for (const [value, bytes] of values) {
		if (bytes === 2) view.setUint16(at, value, true);
		else view.setUint32(at, value, true);
		at += bytes;
	}
	return new Uint8Array(view.buffer);
}

interface Entry {
	readonly name: Uint8Array;
	readonly bytes: Uint8Array;
	/** Where its local header begins. */
	readonly at: number;
}

/** The fields that the local header (4.3.7) and the central one (4.3.12) share. */
const common = ({ name, bytes }: Entry) =>
	[
		[version, 2],
		[utf8Names, 2],
		[stored, 2],
		[noTime, 2],
		[noDate, 2],
		[Bun.hash.crc32(bytes), 4],
		[bytes.length, 4],
		[bytes.length, 4],
		[name.length, 2],
		[0, 2],
	] as const;

const localHeader = (entry: Entry) => [fields([0x04034b50, 4], ...common(entry)), entry.name];

const centralHeader = (entry: Entry) => [
	fields([0x02014b50, 4], [version, 2], ...common(entry), [0, 2], [0, 2], [0, 2], [0, 4], [entry.at, 4]),
	entry.name,
];

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0);

/** Section 4.3.16. */
const ending = (count: number, size: number, at: number): Uint8Array =>
	fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2]);

/** @param files path → bytes; the order in which they come does not matter */
export function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
	const parts: Uint8Array[] = [];
	const central: Uint8Array[] = [];
	let at = 0;
	for (const [path, bytes] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
		const entry: Entry = { name: encoder.encode(path), bytes, at };
		const local = [...localHeader(entry), bytes];
		parts.push(...local);
		central.push(...centralHeader(entry));
		at += sizeOf(local);
	}
	return Buffer.concat([...parts, ...central, ending(files.size, sizeOf(central), at)]);
}
