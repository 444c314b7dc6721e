import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { saved } from "../../../lib/host/tools/save.ts";
import { codeOf, textOf } from "../../support/test-owner.ts";

let outside: string;
let folder: string;

beforeAll(() => {
	outside = mkdtempSync(join(tmpdir(), "monk-save-"));
	folder = join(outside, "work");
	mkdirSync(join(folder, "sub"), { recursive: true });
	writeFileSync(join(outside, "secret.txt"), "before");
	symlinkSync(outside, join(folder, "out"));
	symlinkSync(join(outside, "secret.txt"), join(folder, "link.txt"));
	symlinkSync(join(outside, "not-yet.txt"), join(folder, "dangling.txt"));
});

afterAll(() => rmSync(outside, { recursive: true }));

const words = { type: "text" as const, text: "### Result\nSnapshot" };
const holding = (file: string) => ({ content: [words], structuredContent: { file, text: "- button\n" } });

test("a text is written and only its path is told", () => {
	for (const file of ["page.txt", "sub/page.txt", "./sub/../other.txt", join(folder, "absolute.txt")]) {
		const result = saved(holding(file), folder);
		expect(textOf(result)).toMatch(/^### Result\nSnapshot\nSaved to /);
		expect(result.structuredContent).toEqual({ file });
		const path = /Saved to (.*)$/.exec(textOf(result))?.[1] ?? "";
		expect(readFileSync(path, "utf8")).toBe("- button\n");
	}
});

test("a picture is written as its bytes", () => {
	const image = { type: "image" as const, data: Buffer.from("picture").toString("base64"), mimeType: "image/png" };
	const result = saved({ content: [words, image], structuredContent: { file: "a.png" } }, folder);
	expect(result.content.some(({ type }) => type === "image")).toBe(false);
	expect(readFileSync(join(folder, "a.png"), "utf8")).toBe("picture");
});

const bad = [
	"../up.txt",
	"sub/../../up.txt",
	"/etc/monk-test",
	"out/up.txt",
	"link.txt",
	"sub",
	".",
	"none/a.txt",
	"",
	"nul\0.txt",
	"two\nlines.txt",
];

for (const file of bad)
	test(`nothing is written to ${JSON.stringify(file)}`, () => {
		expect(codeOf(saved(holding(file), folder))).toBe("INVALID_ARGUMENT");
		expect(existsSync(join(outside, "up.txt"))).toBe(false);
		expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("before");
	});

test("nothing is written through a link to a file that is not there yet", () => {
	expect(codeOf(saved(holding("dangling.txt"), folder))).toBe("INVALID_ARGUMENT");
	expect(existsSync(join(outside, "not-yet.txt"))).toBe(false);
});

test("a result without a file stays as it is", () => {
	const result = { content: [words], structuredContent: { text: "- button" } };
	expect(saved(result, folder)).toBe(result);
	const error = { content: [words], isError: true, structuredContent: { code: "TIMEOUT" } };
	expect(saved(error, folder)).toBe(error);
});
