/**
 * The icon, drawn: a brush circle left open at the top right. Kept as code so that every size is sharp and no binary
 * file stands in the sources.
 */
const ink = [0xc2, 0x55, 0x1b] as const;
const samples = 4;

/** Coordinates run from -1 to 1, y downwards. */
function isInk(x: number, y: number): boolean {
	const radius = Math.hypot(x, y);
	const angle = Math.atan2(-y, x);
	const isGap = angle > 0.45 && angle < 1.1;
	return radius > 0.52 && radius < 0.92 && !isGap;
}

/** The share of a pixel that is inked, 0 to 255: the mean of a grid of samples. */
function coverage(column: number, row: number, size: number): number {
	let hits = 0;
	for (let i = 0; i < samples * samples; i++) {
		const x = column + ((i % samples) + 0.5) / samples;
		const y = row + (Math.floor(i / samples) + 0.5) / samples;
		if (isInk((2 * x) / size - 1, (2 * y) / size - 1)) hits++;
	}
	return Math.round((255 * hits) / (samples * samples));
}

/** Rows of RGBA, each led by PNG's filter byte 0 (none). */
function scanlines(size: number): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(size * (1 + 4 * size));
	for (let row = 0; row < size; row++) {
		for (let column = 0; column < size; column++) {
			bytes.set([...ink, coverage(column, row, size)], row * (1 + 4 * size) + 1 + 4 * column);
		}
	}
	return bytes;
}

/** CRC-32 as PNG's annex D has it. */
function crc32(bytes: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc >>> 0;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
	const bytes = new Uint8Array(12 + data.length);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, data.length);
	bytes.set(new TextEncoder().encode(name), 4);
	bytes.set(data, 8);
	view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
	return bytes;
}

function header(size: number): Uint8Array {
	const bytes = new Uint8Array(13);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, size);
	view.setUint32(4, size);
	/** Eight bits a channel, colour type 6 (RGBA), no interlace. */
	bytes.set([8, 6, 0, 0, 0], 8);
	return bytes;
}

const zlib = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
	new Uint8Array(
		await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer(),
	);

/** The icon as a PNG of `size` pixels a side. */
export async function drawIcon(size: number): Promise<Uint8Array> {
	const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	const parts = [
		signature,
		chunk("IHDR", header(size)),
		chunk("IDAT", await zlib(scanlines(size))),
		chunk("IEND", new Uint8Array(0)),
	];
	return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
