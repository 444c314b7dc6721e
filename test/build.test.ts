import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { bundleExtension, checksums, problemsWith, targetNamed, targets, withManifest } from "../build.ts";
import { drawIcon } from "../ext/icon.ts";
import { manifest } from "../ext/manifest.ts";
import { EXTENSION_ID } from "../lib/host/extension-id.ts";
import { VERSION } from "../lib/host/version.ts";

const files = await bundleExtension();
const textOf = (path: string): string => new TextDecoder().decode(files.get(path));

const withFile = (path: string, text: string): Map<string, Uint8Array> =>
	new Map([...files, [path, new TextEncoder().encode(text)]]);

test("the built extension has nothing that Chrome or our layers would refuse", () => {
	expect(problemsWith(files)).toEqual([]);
});

test("the check sees a missing file, code from elsewhere, text that Chrome refuses, and arktype where it must not be", () => {
	const withoutPopup = new Map([...files].filter(([path]) => path !== "popup.html"));
	expect(problemsWith(withoutPopup)).toEqual(["manifest.json names popup.html, which was not built"]);
	expect(problemsWith(withFile("popup.html", '<script src="https://example.com/a.js">'))).toEqual([
		"popup.html takes code from elsewhere",
	]);
	expect(problemsWith(withFile("content.js", "/[\uffff]/"))).toEqual([
		"content.js is not plain ASCII, which Chrome may refuse",
	]);
	expect(problemsWith(withFile("content.js", "class ArkErrors {}"))).toEqual([
		"content.js carries arktype; import the catalogue as types only",
	]);
});

test("the extension's id is the one that the owner admits", () => {
	const der = Buffer.from(manifest(VERSION).key ?? "", "base64");
	const half = createHash("sha256").update(der).digest("hex").slice(0, 32);
	expect([...half].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join("")).toBe(EXTENSION_ID);
});

test("the extension carries the product's version", () => {
	expect(JSON.parse(textOf("manifest.json"))).toMatchObject({ version: VERSION, manifest_version: 3 });
});

test("an icon is a PNG of its size whose pixels are there", async () => {
	const bytes = Buffer.from(await drawIcon(16));
	expect(bytes.subarray(1, 4).toString()).toBe("PNG");
	expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([16, 16]);
	const length = bytes.readUInt32BE(33);
	const pixels = inflateSync(bytes.subarray(41, 41 + length));
	expect(pixels.length).toBe(16 * (1 + 4 * 16));
	expect(pixels.some((value, index) => index % 65 !== 0 && value === 255)).toBe(true);
});

test("the manifest names the build, and another one when anything in it changes", () => {
	const buildOf = (built: ReadonlyMap<string, Uint8Array>): string =>
		JSON.parse(new TextDecoder().decode(built.get("manifest.json"))).version_name;
	const parts = [...files].filter(([path]) => path !== "manifest.json");
	expect(buildOf(files)).toMatch(new RegExp(`^${VERSION} \\(build [0-9a-f]{8}\\)$`));
	expect(buildOf(withManifest(parts.toReversed()))).toBe(buildOf(files));
	expect(buildOf(withManifest(parts, "9.9.9"))).not.toContain(buildOf(files).slice(VERSION.length));
	const changed = parts.map(([path, bytes]): [string, Uint8Array] => [
		path,
		path === "popup.css" ? bytes.subarray(1) : bytes,
	]);
	expect(buildOf(withManifest(changed))).not.toBe(buildOf(files));
});

test("a release has five targets, each named as Bun or a person would", () => {
	expect(Object.keys(targets)).toHaveLength(5);
	expect(targetNamed("linux-arm64")).toBe("bun-linux-arm64");
	expect(targetNamed("bun-windows-x64")).toBe("bun-windows-x64");
	expect(() => targetNamed("amiga")).toThrow(/no target amiga; the targets are: linux-x64, /);
});

test("checksums are what sha256sum writes", async () => {
	const folder = await mkdtemp(join(tmpdir(), "monk-sums-"));
	const paths = [join(folder, "b"), join(folder, "a")];
	await writeFile(join(folder, "a"), "");
	await writeFile(join(folder, "b"), "abc");
	expect(await checksums(paths)).toBe(
		[
			"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a",
			"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b",
			"",
		].join("\n"),
	);
	await rm(folder, { recursive: true });
});
