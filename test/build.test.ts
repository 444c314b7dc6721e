import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { bundleExtension, problemsWith } from "../build.ts";
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
