import { expect, test } from "bun:test";
import { storeFiles } from "../../lib/host/extension-zip.ts";
import { zip } from "../../lib/host/zip.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Read {
	readonly name: string;
	readonly text: string;
	readonly isWhole: boolean;
}

/** Reads as a strict reader does: from the ending to the central directory to each local header. */
function read(archive: Uint8Array): Read[] {
	const view = new DataView(archive.buffer, archive.byteOffset, archive.length);
	const end = archive.length - 22;
	expect(view.getUint32(end, true)).toBe(0x06054b50);
	let at = view.getUint32(end + 16, true);
	expect(at + view.getUint32(end + 12, true)).toBe(end);
	return Array.from({ length: view.getUint16(end + 10, true) }, () => {
		expect(view.getUint32(at, true)).toBe(0x02014b50);
		const [crc, size, nameLength] = [
			view.getUint32(at + 16, true),
			view.getUint32(at + 24, true),
			view.getUint16(at + 28, true),
		];
		const local = view.getUint32(at + 42, true);
		expect(view.getUint32(local, true)).toBe(0x04034b50);
		expect(archive.subarray(local + 4, local + 30)).toEqual(archive.subarray(at + 6, at + 32));
		const data = archive.subarray(local + 30 + nameLength, local + 30 + nameLength + size);
		const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength));
		at += 46 + nameLength;
		return { name, text: new TextDecoder().decode(data), isWhole: Bun.hash.crc32(data) === crc };
	});
}

test("an archive reads back, names sorted, each file whole", () => {
	const archive = zip(
		new Map([
			["icons/ü.png", bytes("picture")],
			["empty", bytes("")],
			["background.js", bytes("run()")],
		]),
	);
	expect(read(archive)).toEqual([
		{ name: "background.js", text: "run()", isWhole: true },
		{ name: "empty", text: "", isWhole: true },
		{ name: "icons/ü.png", text: "picture", isWhole: true },
	]);
});

test("the same files give the same bytes, in whatever order they come", () => {
	const [one, two] = [["a", bytes("1")] as const, ["b", bytes("2")] as const];
	expect(zip(new Map([one, two]))).toEqual(zip(new Map([two, one])));
});

test("an archive without files is one still", () => {
	expect(read(zip(new Map()))).toEqual([]);
});

test("a store gets the manifest without our key, and everything else as it is", () => {
	const files = storeFiles(
		new Map([
			["manifest.json", bytes(JSON.stringify({ name: "monk", key: "abc", version: "1" }))],
			["popup.js", bytes("key")],
		]),
	);
	expect(JSON.parse(new TextDecoder().decode(files.get("manifest.json")))).toEqual({ name: "monk", version: "1" });
	expect(new TextDecoder().decode(files.get("popup.js"))).toBe("key");
});
